import type { ReactNode } from 'react';

type BlogLayoutProps = { heading: string; lead?: string | null; children: ReactNode };

/** A page with a list of posts. */
export function BlogLayout({ heading, lead, children }: BlogLayoutProps) {
  return (
    <div className="wrap blog-layout">
      <header className="blog-layout__head">
        <h1>{heading}</h1>
        {lead && <p className="lead">{lead}</p>}
      </header>
      {children}
    </div>
  );
}
