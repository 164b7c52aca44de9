import type { ReactNode } from 'react';
import { clsx } from 'clsx';

/**
 * A cusped arch with its moulding and sill. The child (an image or a Monogram) fills the opening; the mask in `arch.css`
 * cuts it to shape.
 */
export function Arch({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span className={clsx('arch', className)}>
      <span className="arch__opening">{children}</span>
      <span className="arch__sill" />
    </span>
  );
}
