import { deleteItem, listItems } from '#site/gateway/items.ts';
import { CopyList } from '../copy-list.tsx';
import { DashboardTable, ItemActions, ItemLink } from '../dashboard-table.tsx';
import { DeletedList } from '../deleted-list.tsx';
import { CreateButton, ListSection } from '../list-section.tsx';
import { ChangeMark, useLiveMarks } from '../live/live-marks.tsx';
import type { LiveMarks } from '../live/live-state.ts';
import { itemsKey, staleAfter, useAdminQuery } from '../queries.ts';
import { ListMessage, QueryList } from '../query-list.tsx';
import { useItemTab } from '../use-item-tab.ts';
import { FlatItemForm } from './flat-item-form.tsx';
import type { FlatItem, FlatItems } from './flat-items.ts';

/** The tab of flat items: the list, the deleted items, and the open form. */
export function FlatItemsTab({ description }: { description: FlatItems }) {
  const { kind, table, words, messages } = description;
  const query = useAdminQuery(itemsKey(kind), async (client) => (await listItems(client, table)) as FlatItem[], {
    failed: messages.fetchFailed,
  });
  const { form, open, close, adopt, createRef, askAndRemove, removingId, continueCopy } = useItemTab<FlatItem>({
    kind,
    items: query.data,
    table,
    question: description.question ?? messages.question,
    remove: (client, id) => deleteItem(client, table, id),
    stale: staleAfter(kind),
    done: messages.deleted,
    failed: messages.deleteFailed,
  });
  const marks = useLiveMarks(table, {
    items: query.data,
    readAt: query.dataUpdatedAt,
    openId: form ? (form.item?.id ?? null) : undefined,
  });
  return (
    <>
      <ListSection
        words={words}
        total={query.data?.length}
        isHidden={form !== null}
        create={<CreateButton label={words.create} ref={createRef} onClick={() => open(null)} />}
      >
        {form === null && query.data && <CopyList kind={kind} onOpen={continueCopy} />}
        <QueryList query={query} words={words} empty={<ListMessage text={words.empty} />}>
          {(items) => (
            <ItemRows
              description={description}
              items={items}
              marks={marks}
              removingId={removingId}
              onEdit={({ id }) => open(id)}
              onRemove={askAndRemove}
            />
          )}
        </QueryList>
        {!query.isPending && <DeletedList table={table} stale={staleAfter(kind)} />}
      </ListSection>
      {form && (
        <FlatItemForm
          key={form.key}
          item={form.item}
          restoredSlot={form.restoredSlot}
          description={description}
          items={query.data ?? []}
          onClose={close}
          onCreated={adopt}
        />
      )}
    </>
  );
}

type ItemRowsProps = {
  description: FlatItems;
  items: readonly FlatItem[];
  marks: LiveMarks;
  removingId: string | undefined;
  onEdit: (item: FlatItem) => void;
  onRemove: (id: string) => void;
};

function ItemRows({ description, items, marks, removingId, onEdit, onRemove }: ItemRowsProps) {
  const { kind, columns } = description;
  return (
    <DashboardTable
      name={description.table}
      headings={[description.nameHeading, ...columns.map(({ heading }) => heading)]}
    >
      {items.map((item) => (
        <tr key={item.id}>
          <th scope="row">
            <ItemLink name={kind} id={item.id} title={item.name} onOpen={() => onEdit(item)} />
            <ChangeMark mark={marks.get(item.id)} />
            {description.underName?.(item)}
          </th>
          {columns.map(({ heading, className, show }) => (
            <td key={heading} className={className}>
              {show(item)}
            </td>
          ))}
          <td className="items__actions">
            <ItemActions
              name={item.name}
              isRemoving={removingId === item.id}
              onEdit={() => onEdit(item)}
              onRemove={() => onRemove(item.id)}
            />
          </td>
        </tr>
      ))}
    </DashboardTable>
  );
}
