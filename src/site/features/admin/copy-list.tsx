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

/** After a crash or a closed window: the forms of this tab that hold unsaved text, each a button that goes on. */
export function CopyList({ userId, kind, onOpen }: CopyListProps) {
  // As they were when the list appeared: what another window types meanwhile is its own.
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
            <span className="copy-name">
              {copy.open}: {[!itemId && newOne, name].filter(Boolean).join(', ')}
            </span>
          </Button>
        ))}
      </div>
    </Notice>
  );
}

const LISTS = { post: 'posts', category: 'categories', testimonial: 'testimonials' } as const;
