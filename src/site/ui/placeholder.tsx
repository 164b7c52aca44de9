import type { ReactNode } from 'react';

type PlaceholderProps = { label: string; children: ReactNode; status?: ReactNode };

/**
 * Stands for a section while it loads, with the height that it will have: `children` is the section with sample words,
 * neither shown nor read, and `status` is shown over it.
 */
export function Placeholder({ label, children, status }: PlaceholderProps) {
  return (
    <section className="placeholder" aria-label={label} aria-busy="true">
      <div className="placeholder__shape" aria-hidden="true" inert>
        {children}
      </div>
      {status}
    </section>
  );
}
