import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { EMPTY_PAGE } from './trusted-html.ts';

/**
 * A document of its own, so that breakpoints follow its width and the dashboard's layout does not apply. It gets copies
 * of the page's style sheets. The sandbox runs no scripts.
 */
export function PreviewFrame({ title, children }: { title: string; children: ReactNode }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  useEffect(() => {
    // React would convert it to a string, which Trusted Types reject.
    if (frame.current) (frame.current as { srcdoc: string | TrustedHTML }).srcdoc = EMPTY_PAGE;
  }, []);
  const fillFrame = (): void => {
    const page = frame.current?.contentDocument;
    // Some browsers fire load for the initial blank page too.
    if (page?.URL !== 'about:srcdoc') return;
    for (const sheet of document.querySelectorAll('link[rel=stylesheet], style'))
      page.head.append(sheet.cloneNode(true));
    setBody(page.body);
  };
  return (
    <iframe sandbox="allow-same-origin" ref={frame} className="preview-frame" title={title} onLoad={fillFrame}>
      {body && createPortal(children, body)}
    </iframe>
  );
}
