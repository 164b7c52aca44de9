import type { ReactNode } from 'react';
import { clsx } from 'clsx';

type PlaceholderProps = { label: string; className?: string; children: ReactNode; status?: ReactNode };

/**
 * Stands for a section while it loads, with the height that it will have: `children` is the section with sample words,
 * neither shown nor read, and `status` is shown over it.
 */
export function Placeholder({ label, className, children, status }: PlaceholderProps) {
  return (
    <section className={clsx('placeholder', className)} aria-label={label} aria-busy="true">
      <div className="placeholder__shape" aria-hidden="true" inert>
        {children}
      </div>
      {status}
    </section>
  );
}
