import type { ReactNode } from 'react';
import { clsx } from 'clsx';

/**
 * A cusped arch with its moulding and sill. The child (an image or a Monogram) fills the opening, and is cut by the
 * mask of `styles/arch.css`, so nothing has to be defined in the page.
 */
export function Arch({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span className={clsx('arch', className)}>
      <span className="bay">{children}</span>
      <span className="sill" />
    </span>
  );
}
