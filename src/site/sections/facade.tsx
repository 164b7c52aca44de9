import type { ReactNode } from 'react';

/** A wall between a frieze and a rail of stone. One to a page at most. */
export function Facade({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  return (
    <section className="facade" aria-labelledby={labelledBy}>
      <div className="wrap facade__body">{children}</div>
    </section>
  );
}
