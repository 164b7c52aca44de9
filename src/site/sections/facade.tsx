import type { ReactNode } from 'react';

/** A band between a drawn frieze and a drawn parapet. At most one on a page. */
export function Facade({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  return (
    <section className="facade" aria-labelledby={labelledBy}>
      <div className="wrap facade__body">{children}</div>
    </section>
  );
}
