import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dashboard } from '#site/content/dashboard.ts';
import { editor } from '#site/content/editor.ts';
import { browserClient } from '#site/gateway/client.ts';
import { type DeletedItem, type ItemTable, listDeletedItems } from '#site/gateway/deleted-items.ts';
import { Button } from '#site/ui/button.tsx';
import { Spinner } from '#site/ui/spinner.tsx';
import { VisuallyHidden } from '#site/ui/visually-hidden.tsx';
import { formatMoment } from './moment.ts';
import { ADMIN_KEYS } from './query-keys.ts';
import { useRestore } from './use-restore.ts';

type DeletedListProps = { table: ItemTable; stale: readonly (readonly string[])[] };

/** What was deleted within thirty days, each with a button that puts it back. Read when it is opened. */
export function DeletedList({ table, stale }: DeletedListProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="deleted" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{editor.deleted.heading}</summary>
      {isOpen && <DeletedItems table={table} stale={stale} />}
    </details>
  );
}

function DeletedItems({ table, stale }: DeletedListProps) {
  const { data, isPending, isError } = useQuery({
    queryKey: ADMIN_KEYS.deleted(table),
    queryFn: async () => listDeletedItems(await browserClient(), table),
    staleTime: 0,
    networkMode: 'always',
  });
  const { restore, restoring } = useRestore(stale);
  const words = editor.deleted;
  if (isPending) return <Spinner label={words.loading} />;
  if (isError) return <p role="alert">{words.failedToRead}</p>;
  if (data.length === 0) return <p className="soft">{words.none}</p>;
  return (
    <ul className="deleted__items">
      {data.map((item) => (
        <li key={item.id}>
          <div>
            <p className="items__name">{item.name}</p>
            <p className="items__slug">{describe(item)}</p>
          </div>
          <Button
            size="small"
            variant="line"
            aria-disabled={restoring !== null}
            onClick={() => restoring ?? restore(item.id)}
          >
            <span>
              {words.restore} <VisuallyHidden>{item.name}</VisuallyHidden>
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

function describe({ deleted_at, deleted_by_email, status }: DeletedItem): string {
  const { words } = editor.deleted;
  const known =
    status && status in dashboard.statuses ? dashboard.statuses[status as keyof typeof dashboard.statuses] : '';
  return [
    known && words.status.replace('{status}', known),
    words.when.replace('{date}', formatMoment(deleted_at)),
    deleted_by_email && words.who.replace('{who}', deleted_by_email),
  ]
    .filter(Boolean)
    .join(' · ');
}
