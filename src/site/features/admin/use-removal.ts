import { useRef } from 'react';
import type { ItemTable } from '#contract/items.ts';
import { editor } from '#site/content/editor.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import type { AffectedPost } from '#site/gateway/admin-post-list.ts';
import { browserClient, type DataClient } from '#site/gateway/client.ts';
import { restoreDeletedItem, undoDeletion } from '#site/gateway/items.ts';
import type { ListPage } from '#site/gateway/lists.ts';
import type { QueryKey } from '#site/query-client.ts';
import { toast, type ToastMessage } from '#site/ui/toast.ts';
import { useAdminMutation } from './queries.ts';

/** A question that names the posts that change with the deletion; `unknown` is asked where they cannot be read. */
export type QuestionOfPosts = {
  listPosts: (client: DataClient, id: string) => Promise<ListPage<AffectedPost>>;
  ask: (titles: readonly string[], total: number) => string;
  unknown: string;
};

export type RemovalOptions = {
  /** Where the item can be restored: the toast then offers to undo. */
  table?: ItemTable;
  question: string | QuestionOfPosts;
  remove: (client: DataClient, id: string) => Promise<void>;
  stale: readonly QueryKey[];
  done: ToastMessage;
  failed: ToastMessage;
  onRemoved: (id: string) => void;
};

/** Deletes the item with this id after the browser's confirmation (specification §5). */
export function useRemoval({ table, question, remove, stale, done, failed, onRemoved }: RemovalOptions) {
  const { undoAction } = useRestore(stale);
  const { mutate, isPending, params } = useAdminMutation({
    write: remove,
    stale,
    failed,
    onDone: (_, id) => {
      toast({ ...done, ...(table && { action: undoAction(table, [id]) }) });
      onRemoved(id);
    },
  });
  const isAsking = useRef(false);
  const askAndRemove = async (id: string): Promise<void> => {
    if (isPending || isAsking.current) return;
    isAsking.current = true;
    const text = typeof question === 'string' ? question : await askAboutPosts(question, id);
    isAsking.current = false;
    if (window.confirm(text)) mutate(id);
  };
  return { askAndRemove: (id: string) => void askAndRemove(id), removingId: params };
}

async function askAboutPosts({ listPosts, ask, unknown }: QuestionOfPosts, id: string): Promise<string> {
  try {
    const { rows, total } = await listPosts(await browserClient(), id);
    const titles = rows.map(({ title }) => title);
    return ask(titles, total);
  } catch (error) {
    console.error('Failed to find the posts that a deletion changes:', error);
    return unknown;
  }
}

type Params = { deletedItem: number } | { table: ItemTable; rows: readonly string[] };

/** Restores deleted items: one of the list of deleted items, or rows that were just deleted. */
export function useRestore(stale: readonly QueryKey[]) {
  const words = editor.deleted;
  const { mutate, params } = useAdminMutation({
    write: async (client, restored: Params) => {
      if ('rows' in restored) return undoDeletion(client, restored.table, restored.rows);
      await restoreDeletedItem(client, restored.deletedItem);
      return 1;
    },
    stale,
    failed: DASHBOARD_MESSAGES.restoreItemFailed,
    onDone: (count, restored) => {
      const of = 'rows' in restored ? restored.rows.length : 1;
      toast(count === of ? DASHBOARD_MESSAGES.itemRestored : DASHBOARD_MESSAGES.bulkDone('restore', count, of));
    },
  });
  return {
    restore: (deletedItem: number) => mutate({ deletedItem }),
    restoringId: params && 'deletedItem' in params ? params.deletedItem : undefined,
    /** The action of the toast that reports a deletion. */
    undoAction: (table: ItemTable, rows: readonly string[]) => ({
      label: words.undo,
      hint: words.undoHint,
      run: () => mutate({ table, rows }),
    }),
  };
}
