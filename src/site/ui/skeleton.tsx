import { clsx } from 'clsx';

/** A pulsing placeholder in the shape its `className` gives it. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={clsx('skeleton', className)} aria-hidden="true" />;
}
