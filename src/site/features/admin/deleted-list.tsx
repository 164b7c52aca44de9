import { formatLocalTime } from '#contract/date.ts';
import type { ItemTable } from '#contract/items.ts';
import { POST_STATUSES } from '#contract/post-status.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { editor } from '#site/content/editor.ts';
import { type DeletedItem, listDeletedItems } from '#site/gateway/items.ts';
import type { QueryKey } from '#site/query-client.ts';
import { RowAction } from './dashboard-table.tsx';
import { nameOrAddress, type Names, useNames } from './names.ts';
import { deletedItemsKey, useAdminQuery } from './queries.ts';
import { Disclosure, QueryList } from './query-list.tsx';
import { useRestore } from './use-removal.ts';

type DeletedListProps = { table: ItemTable; stale: readonly QueryKey[] };

/** The items deleted within thirty days, each with a button that restores it. Read when it is opened. */
export function DeletedList({ table, stale }: DeletedListProps) {
  return <Disclosure summary={editor.deleted.heading}>{() => <DeletedItems table={table} stale={stale} />}</Disclosure>;
}

function DeletedItems({ table, stale }: DeletedListProps) {
  const query = useAdminQuery(deletedItemsKey(table), (client) => listDeletedItems(client, table));
  const { restore, restoringId } = useRestore(stale);
  const names = useNames();
  const words = editor.deleted;
  return (
    <QueryList query={query} words={words} errorRole="alert" empty={<p className="soft">{words.none}</p>}>
      {(items) => (
        <ul className="deleted-list__items">
          {items.map((item) => (
            <li key={item.id} className="row row--apart">
              <div>
                <p className="items__name">{item.name}</p>
                <p className="items__slug label soft">{describe(item, names)}</p>
              </div>
              <RowAction
                label={words.restore}
                name={item.name}
                variant="line"
                isBusy={restoringId !== undefined}
                onClick={() => restoringId ?? restore(item.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </QueryList>
  );
}

function describe({ deleted_at, deleted_by, deleted_by_email, status }: DeletedItem, names: Names): string {
  const words = editor.deleted;
  const who = nameOrAddress(names, { email: deleted_by_email, userId: deleted_by });
  const known = POST_STATUSES.find((one) => one === status);
  return [
    known && words.status(dashboard.statuses[known]),
    words.when(formatLocalTime(deleted_at)),
    who && words.who(who),
  ]
    .filter(Boolean)
    .join(' · ');
}
