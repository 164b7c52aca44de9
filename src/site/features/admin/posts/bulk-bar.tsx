import { type BulkAction, editor } from '#site/content/editor.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import {
  deletePosts,
  type PostsOfCategory,
  restorePostsCategories,
  setPostsCategory,
  setPostsStatus,
} from '#site/gateway/bulk-posts.ts';
import type { DataClient } from '#site/gateway/client.ts';
import type { Category } from '#site/gateway/items.ts';
import { Button } from '#site/ui/button.tsx';
import { Options, Select } from '#site/ui/input.tsx';
import { toast } from '#site/ui/toast.ts';
import { staleAfter, useAdminMutation } from '../queries.ts';
import { useRestore } from '../use-removal.ts';

type BulkBarProps = {
  count: number;
  isBusy: boolean;
  categories: readonly Category[];
  onAction: (action: BulkAction, category?: Target) => void;
  /** Where the list has more posts than are selected. */
  all: { total: number; select: () => void } | undefined;
  onClear: () => void;
};

/** The category that posts are moved to; the id is null for none. */
type Target = { id: string | null; name: string };

const ACTIONS = ['published', 'archived', 'delete'] as const;
const NONE = 'none';

/**
 * The actions on the selected posts. Its place is reserved while none is selected, so that the rows do not move under
 * the pointer; on a phone it lies over the bottom of the page.
 */
export function BulkBar({ count, isBusy, categories, onAction, all, onClear }: BulkBarProps) {
  const words = editor.bulk;
  const isEmpty = count === 0;
  const moveTo = (value: string): void => {
    const category = categories.find(({ id }) => id === value);
    if (category || value === NONE) onAction('category', category ?? { id: null, name: editor.list.withoutCategory });
  };
  return (
    <div className="bulk-bar" role="group" aria-label={words.label} data-empty={isEmpty || undefined}>
      <p className="tabular" role="status">
        {!isEmpty && words.selected(count)}
      </p>
      {isEmpty && <p className="small soft">{words.hint}</p>}
      <div className="bulk-bar__actions" hidden={isEmpty}>
        {ACTIONS.map((action) => (
          <Button
            key={action}
            size="small"
            variant={action === 'delete' ? 'danger' : 'line'}
            aria-disabled={isBusy}
            onClick={() => onAction(action)}
          >
            {words.actions[action]}
          </Button>
        ))}
        <Select
          className="bulk-bar__category"
          aria-label={words.category}
          value=""
          disabled={isBusy}
          onChange={(event) => moveTo(event.target.value)}
        >
          <option value="">{words.toCategory}</option>
          <Options of={categories.map(({ id, name }) => [id, name])} />
          <option value={NONE}>{editor.list.withoutCategory}</option>
        </Select>
        {/* One element, so that the focus stays. Where all of a page is selected, its first checkbox clears too. */}
        <Button size="small" variant="quiet" onClick={all ? () => isBusy || all.select() : onClear}>
          {all ? words.all(all.total) : words.clear}
        </Button>
      </div>
    </div>
  );
}

type BulkParams = { action: BulkAction; ids: readonly string[]; category?: Target | undefined };
type BulkResult = { changed: number; deleted?: readonly string[]; before?: PostsOfCategory[] };

async function writeBulk(client: DataClient, { action, ids, category }: BulkParams): Promise<BulkResult> {
  if (action === 'delete') {
    const deleted = await deletePosts(client, ids);
    return { changed: deleted.length, deleted };
  }
  if (action === 'category') return setPostsCategory(client, ids, category?.id ?? null);
  return { changed: await setPostsStatus(client, ids, action) };
}

/** Changes many posts after one confirmation; shows how many were changed, and offers to undo a deletion or a move. */
export function useBulk(onDone: () => void) {
  const { undoAction } = useRestore(staleAfter('post'));
  const { mutate: moveBack } = useAdminMutation({
    write: restorePostsCategories,
    stale: staleAfter('post'),
    failed: DASHBOARD_MESSAGES.bulkFailed,
    onDone: (moved, before) => {
      const of = before.reduce((sum, { ids }) => sum + ids.length, 0);
      toast(moved === of ? DASHBOARD_MESSAGES.bulkUndone : DASHBOARD_MESSAGES.bulkDone('moveBack', moved, of));
    },
  });
  const { mutate, isPending } = useAdminMutation({
    write: writeBulk,
    stale: staleAfter('post'),
    failed: DASHBOARD_MESSAGES.bulkFailed,
    onDone: ({ changed, deleted = [], before = [] }, { action, ids }) => {
      toast({
        ...DASHBOARD_MESSAGES.bulkDone(action, changed, ids.length),
        ...(deleted.length > 0 && { action: undoAction('blog_posts', deleted) }),
        ...(before.length > 0 && {
          action: { label: editor.deleted.undo, hint: editor.bulk.undoMoveHint, run: () => moveBack(before) },
        }),
      });
      onDone();
    },
  });
  const askAndRun = (params: BulkParams): void => {
    const { action, ids, category } = params;
    if (isPending) return;
    const { questions } = editor.bulk;
    const question =
      action === 'category' ? questions.category(ids.length, category?.name ?? '') : questions[action](ids.length);
    if (window.confirm(question)) mutate(params);
  };
  return { askAndRun, isBusy: isPending };
}
