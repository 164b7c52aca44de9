import { Fragment, useEffect, useRef } from 'react';
import type { ItemTable } from '#contract/items.ts';
import { formatSavedTime } from '#contract/saved-time.ts';
import { live } from '#site/content/live.ts';
import { browserClient } from '#site/gateway/client.ts';
import { listSavers } from '#site/gateway/writes.ts';
import { type NameOf, useNameOf } from '../names.ts';
import { useNow } from '../posts/local-time.ts';
import { useLive } from './live-provider.tsx';
import { type LiveMark, type LiveMarks, type SavedRow, takeChanged } from './live-state.ts';

type Item = { id: string; created_at: string; updated_at: string } & ({ title: string } | { name: string });

/** After a long absence only so many rows are marked: their ids are part of an address. */
const MARKED_AT_ONCE = 50;

type ListRead = { items: readonly Item[] | undefined; readAt: number; openId: string | null | undefined };

/**
 * The marks of the rows that others have saved since this window read them. `readAt` is when `items` were read. `openId`
 * is the item of the open form, null for a new one; while a form is open nothing is announced.
 */
export function useLiveMarks(table: ItemTable, { items, readAt, openId }: ListRead): LiveMarks {
  const { userId, seen, marks, dispatch } = useLive();
  const nameOf = useNameOf();
  const isQuiet = useRef(false);
  useEffect(() => {
    isQuiet.current = openId !== undefined;
    if (openId) dispatch({ type: 'opened', table, id: openId });
  }, [openId, table, dispatch]);
  useEffect(() => {
    const changed = items ? takeChanged(seen[table], items).slice(0, MARKED_AT_ONCE) : [];
    if (changed.length === 0) return;
    readSaved(table, changed, userId, nameOf)
      .then((rows) => dispatch({ type: 'saved', table, rows, isQuiet: isQuiet.current }))
      .catch((error: unknown) => console.info('Who saved the rows is not known:', error));
  }, [items, readAt, table, seen, userId, nameOf, dispatch]);
  return marks[table];
}

/** The rows with who saved them. A version that changed nothing has no saver, and is left out. */
async function readSaved(
  table: ItemTable,
  items: readonly Item[],
  userId: string,
  nameOf: NameOf,
): Promise<SavedRow[]> {
  const savers = await listSavers(await browserClient(), table, items);
  return items.flatMap((item) => {
    const saver = savers.get(item.id);
    if (!saver) return [];
    const { id, created_at, updated_at } = item;
    const isNew = created_at === updated_at;
    const mark = saver.userId === userId ? null : { who: nameOf(saver), at: updated_at, isNew };
    return [{ id, title: 'title' in item ? item.title : item.name, mark }];
  });
}

/** In a row that somebody else saved: who, and when. A long address breaks at its `@`. */
export function ChangeMark({ mark }: { mark: LiveMark | undefined }) {
  const now = useNow();
  if (!mark) return null;
  const say = mark.isNew ? live.created : live.changed;
  const [start = '', ...rest] = say(mark.who, formatSavedTime(mark.at, now)).split('@');
  return (
    <p className="change-mark">
      <span>
        {start}
        {rest.map((part) => (
          <Fragment key={part}>
            <wbr />@{part}
          </Fragment>
        ))}
      </span>
    </p>
  );
}
