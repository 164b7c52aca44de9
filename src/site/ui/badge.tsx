import type { ReactNode } from 'react';

/** `strong` for a published post or a category, `muted` for drafts and archived posts. */
export function Badge({ tone = 'strong', children }: { tone?: 'strong' | 'muted'; children: ReactNode }) {
  return <span className={`badge badge--${tone}`}>{children}</span>;
}
