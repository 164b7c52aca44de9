import { dashboard } from '../../content/dashboard.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type CopyKind, listCopies } from './local-copy.ts';

type CopyListProps<Item> = {
  userId: string;
  kind: CopyKind;
  items: readonly Item[];
  nameOf: (item: Item) => string;
  onOpen: (item: Item | null) => void;
};

/** After a crash or a closed window: the forms of this tab that hold unsaved text, each a button that goes on. */
export function CopyList<Item extends { id: string }>({ userId, kind, items, nameOf, onOpen }: CopyListProps<Item>) {
  const left = listCopies(localStorage, userId, kind).flatMap((itemId) => {
    if (itemId === undefined) return [null];
    return items.find((item) => item.id === itemId) ?? [];
  });
  if (left.length === 0) return null;
  const { copy } = dashboard;
  return (
    <Notice>
      <p>{copy.list}</p>
      <div className="notice-actions">
        {left.map((item) => (
          <Button key={item?.id ?? 'new'} size="small" variant="line" onClick={() => onOpen(item)}>
            {copy.open}: {item ? nameOf(item) : dashboard[LISTS[kind]].createHeading}
          </Button>
        ))}
      </div>
    </Notice>
  );
}

const LISTS = { post: 'posts', category: 'categories', testimonial: 'testimonials' } as const;
