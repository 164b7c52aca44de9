import { useState } from 'react';
import { formatLocalTime } from '#contract/date.ts';
import { beginningOf, textOf } from '#contract/excerpt.ts';
import { ITEM_KINDS, type ItemKind } from '#contract/items.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { listCopies } from './form-session/local-copy.ts';
import { useUserId } from './live/live-provider.tsx';

type CopyListProps = {
  kind: ItemKind;
  onOpen: (itemId: string | undefined, slot: string) => void;
};

/** After a crash or a closed window: the forms of this tab with an unsaved copy, each a button that opens it. */
export function CopyList({ kind, onOpen }: CopyListProps) {
  const userId = useUserId();
  // Read once: copies made later belong to another window.
  const [left] = useState(() => listCopies(window, userId, kind));
  if (left.length === 0) return null;
  const { copy } = dashboard;
  const newOne = dashboard[ITEM_KINDS[kind].tab].createHeading;
  return (
    <Notice>
      <p>{copy.list}</p>
      <div className="notice-actions wraps">
        {left.map(({ itemId, slot, name, text, savedAt }) => (
          <Button key={slot} size="small" variant="line" onClick={() => onOpen(itemId, slot)}>
            <span className="copy-list__copy">
              <span>
                {copy.open}: {[!itemId && newOne, name].filter(Boolean).join(', ')}
              </span>
              <span className="label soft">
                {[firstWords(text), formatLocalTime(savedAt)].filter(Boolean).join(' · ')}
              </span>
            </span>
          </Button>
        ))}
      </div>
    </Notice>
  );
}

/** Characters of a copy that tell it from others. */
const MAX_WORDS = 60;

function firstWords(content: string): string {
  // Pictures and tags are longer than words, and reading a whole text takes longer than its start.
  const text = textOf(content.slice(0, 20 * MAX_WORDS));
  const beginning = beginningOf(text, MAX_WORDS);
  return beginning === text ? text : `${beginning.trim()}…`;
}
