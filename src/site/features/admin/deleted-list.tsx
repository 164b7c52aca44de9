import { useState } from 'react';
import { formatLocalTime } from '#contract/date.ts';
import type { ItemTable } from '#contract/items.ts';
import { POST_STATUSES } from '#contract/post-status.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { editor } from '#site/content/editor.ts';
import { type DeletedItem, listDeletedItems } from '#site/gateway/items.ts';
import type { QueryKey } from '#site/query-client.ts';
import { Button } from '#site/ui/button.tsx';
import { deletedItemsKey, useAdminQuery } from './queries.ts';
import { QueryList } from './query-list.tsx';
import { useRestore } from './use-removal.ts';

type DeletedListProps = { table: ItemTable; stale: readonly QueryKey[] };

/** The items deleted within thirty days, each with a button that restores it. Read when it is opened. */
export function DeletedList({ table, stale }: DeletedListProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="disclosure" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{editor.deleted.heading}</summary>
      {isOpen && <DeletedItems table={table} stale={stale} />}
    </details>
  );
}

function DeletedItems({ table, stale }: DeletedListProps) {
  const query = useAdminQuery(deletedItemsKey(table), (client) => listDeletedItems(client, table));
  const { restore, restoringId } = useRestore(stale);
  const words = editor.deleted;
  return (
    <QueryList
      query={query}
      words={words}
      errorRole="alert"
      isEmpty={(items) => items.length === 0}
      empty={<p className="soft">{words.none}</p>}
    >
      {(items) => (
        <ul className="deleted-list__items">
          {items.map((item) => (
            <li key={item.id}>
              <div>
                <p className="items__name">{item.name}</p>
                <p className="items__slug label soft">{describe(item)}</p>
              </div>
              <Button
                size="small"
                variant="line"
                aria-disabled={restoringId !== undefined}
                onClick={() => restoringId ?? restore(item.id)}
              >
                <span>
                  {words.restore} <span className="sr-only">{item.name}</span>
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </QueryList>
  );
}

function describe({ deleted_at, deleted_by_email, status }: DeletedItem): string {
  const words = editor.deleted;
  const known = POST_STATUSES.find((one) => one === status);
  return [
    known && words.status(dashboard.statuses[known]),
    words.when(formatLocalTime(deleted_at)),
    deleted_by_email && words.who(deleted_by_email),
  ]
    .filter(Boolean)
    .join(' · ');
}
