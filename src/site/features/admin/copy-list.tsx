import { useState } from 'react';
import { dashboard } from '#site/content/dashboard.ts';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { type CopyKind, listCopies } from './local-copy.ts';

type CopyListProps = {
  userId: string;
  kind: CopyKind;
  onOpen: (itemId: string | undefined, slot: string) => void;
};

/** After a crash or a closed window: the forms of this tab with an unsaved copy, each a button that opens it. */
export function CopyList({ userId, kind, onOpen }: CopyListProps) {
  // Read once: copies made later belong to another window.
  const [left] = useState(() => listCopies(localStorage, userId, kind));
  if (left.length === 0) return null;
  const { copy } = dashboard;
  const newOne = dashboard[LISTS[kind]].createHeading;
  return (
    <Notice>
      <p>{copy.list}</p>
      <div className="notice-actions">
        {left.map(({ itemId, slot, name }) => (
          <Button key={slot} size="small" variant="line" onClick={() => onOpen(itemId, slot)}>
            <span className="copy-list__name">
              {copy.open}: {[!itemId && newOne, name].filter(Boolean).join(', ')}
            </span>
          </Button>
        ))}
      </div>
    </Notice>
  );
}

const LISTS = { post: 'posts', category: 'categories', testimonial: 'testimonials' } as const;
