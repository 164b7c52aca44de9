import type { ReactNode } from 'react';

type ArchProps = {
  children: ReactNode;
  /** The path of the post whose picture it frames (head/document-script.ts). */
  post?: string | undefined;
};

/**
 * A cusped arch with its moulding and sill. The child (an image or a Monogram) fills the opening; the mask in `arch.css`
 * cuts it to shape.
 */
export function Arch({ children, post }: ArchProps) {
  return (
    <span className="arch" data-post={post}>
      <span className="arch__opening">{children}</span>
      <span className="arch__sill" />
    </span>
  );
}
