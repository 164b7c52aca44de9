import type { ReactNode } from 'react';

/** `strong` stands out (a published post, a category), `muted` steps back (draft, archived). */
export function Badge({ tone = 'strong', children }: { tone?: 'strong' | 'muted'; children: ReactNode }) {
  return <span className={`badge badge--${tone}`}>{children}</span>;
}
