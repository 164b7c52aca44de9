import type { ReactNode } from 'react';
import { clsx } from 'clsx';

type ArchProps = {
  children: ReactNode;
  className?: string;
  /** The path of the post whose picture it frames (head/document-script.ts). */
  post?: string | undefined;
};

/**
 * A cusped arch with its moulding and sill. The child (an image or a Monogram) fills the opening; the mask in `arch.css`
 * cuts it to shape.
 */
export function Arch({ children, className, post }: ArchProps) {
  return (
    <span className={clsx('arch', className)} data-post={post}>
      <span className="arch__opening">{children}</span>
      <span className="arch__sill" />
    </span>
  );
}
