import { useEffect, useRef } from 'react';
import type { ItemTable } from '#contract/items.ts';
import { browserClient } from '#site/gateway/client.ts';
import { listSavers } from '#site/gateway/writes.ts';
import type { LiveMarks, SavedRow } from './live-state.ts';
import { nameOf } from './name-of.ts';
import { takeChanged } from './seen-rows.ts';
import { useLive } from './use-live.ts';

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
  const isQuiet = useRef(false);
  useEffect(() => {
    isQuiet.current = openId !== undefined;
    if (openId) dispatch({ type: 'opened', table, id: openId });
  }, [openId, table, dispatch]);
  useEffect(() => {
    const changed = items ? takeChanged(seen[table], items).slice(0, MARKED_AT_ONCE) : [];
    if (changed.length === 0) return;
    readSaved(table, changed, userId)
      .then((rows) => dispatch({ type: 'saved', table, rows, isQuiet: isQuiet.current }))
      .catch((error: unknown) => console.info('Who saved the rows is not known:', error));
  }, [items, readAt, table, seen, userId, dispatch]);
  return marks[table];
}

/** The rows with who saved them. A version that changed nothing has no saver, and is left out. */
async function readSaved(table: ItemTable, items: readonly Item[], userId: string): Promise<SavedRow[]> {
  const savers = await listSavers(await browserClient(), table, items);
  return items.flatMap((item) => {
    const saver = savers.get(item.id);
    if (!saver) return [];
    const { id, created_at, updated_at } = item;
    const isNew = created_at === updated_at;
    const mark = saver.userId === userId ? null : { who: nameOf(saver, userId), at: updated_at, isNew };
    return [{ id, title: 'title' in item ? item.title : item.name, mark }];
  });
}
