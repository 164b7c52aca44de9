import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { EMPTY_PAGE } from './trusted-html.ts';

/**
 * A page within the page: its own width decides how it is laid out, and nothing of the dashboard's looks reaches it.
 * The site's style sheets are taken over from the page around it. No script runs in it, whatever a text may hold.
 */
export function PreviewFrame({ title, children }: { title: string; children: ReactNode }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  useEffect(() => {
    // React would make a string of it, which the browser refuses (Content-Security-Policy, trusted types).
    if (frame.current) (frame.current as { srcdoc: string | TrustedHTML }).srcdoc = EMPTY_PAGE;
  }, []);
  const furnish = (): void => {
    const page = frame.current?.contentDocument;
    // A frame begins with a blank page, which some browsers report as loaded too.
    if (page?.URL !== 'about:srcdoc') return;
    for (const sheet of document.querySelectorAll('link[rel=stylesheet], style'))
      page.head.append(sheet.cloneNode(true));
    setBody(page.body);
  };
  return (
    <iframe sandbox="allow-same-origin" ref={frame} className="preview-frame" title={title} onLoad={furnish}>
      {body && createPortal(children, body)}
    </iframe>
  );
}
