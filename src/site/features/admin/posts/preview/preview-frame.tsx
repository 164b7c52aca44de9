import { type ReactNode, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

const EMPTY_PAGE = '<!doctype html><html lang="en-IN"><head><base target="_blank"></head><body></body></html>';

/**
 * A page within the page: its own width decides how it is laid out, and nothing of the dashboard's looks reaches it.
 * The site's style sheets are taken over from the page around it. No script runs in it, whatever a text may hold.
 */
export function PreviewFrame({ title, children }: { title: string; children: ReactNode }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const furnish = (): void => {
    const page = frame.current?.contentDocument;
    if (!page) return;
    for (const sheet of document.querySelectorAll('link[rel=stylesheet], style'))
      page.head.append(sheet.cloneNode(true));
    setBody(page.body);
  };
  return (
    <iframe
      sandbox="allow-same-origin"
      ref={frame}
      className="preview__frame"
      title={title}
      srcDoc={EMPTY_PAGE}
      onLoad={furnish}
    >
      {body && createPortal(children, body)}
    </iframe>
  );
}
