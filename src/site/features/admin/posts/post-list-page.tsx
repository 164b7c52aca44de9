import { useState } from 'react';
import { type BulkAction, editor } from '#site/content/editor.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { listAdminPosts, type ListedPost } from '#site/gateway/admin-post-list.ts';
import { deletePosts, setPostsStatus } from '#site/gateway/admin-posts.ts';
import type { Category } from '#site/gateway/items.ts';
import type { ListPage } from '#site/gateway/lists.ts';
import { MESSAGES } from '#site/messages.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Button } from '#site/ui/button.tsx';
import { toast } from '#site/ui/toast.ts';
import type { ListState } from '../list-params.ts';
import type { LiveMarks } from '../live/live-state.ts';
import { staleAfter, useAdminMutation, useAdminQuery } from '../queries.ts';
import { PagedRows, rangeOfPage } from '../query-list.tsx';
import { useRestore } from '../use-removal.ts';
import { filterOf, type PostListParams } from './post-list-params.ts';
import { type PostActions, PostTable } from './post-table.tsx';

type PostListPageProps = PostActions & {
  list: ListState<PostListParams>;
  page: ListPage<ListedPost>;
  readAt: number;
  marks: LiveMarks;
};

/** The buttons of the bar disappear with the selection. */
function focusPick(id: string | undefined): void {
  document.querySelector<HTMLElement>(`[data-pick="${id}"]`)?.focus({ preventScroll: true });
}

/** One page of the posts, the actions on selected posts, and the links to the other pages. */
export function PostListPage({ list, page, readAt, marks, ...actions }: PostListPageProps) {
  const selected = useSelectedRows(page.rows);
  const clear = (ids: readonly string[]): void => {
    selected.clear();
    focusPick(ids[0]);
  };
  const bulk = useBulk(clear);
  return (
    <PagedRows page={page} size={POSTS_PER_LIST_PAGE} list={list}>
      <BulkBar
        count={selected.ids.length}
        isBusy={bulk.isBusy}
        onAction={(action) => bulk.askAndRun({ action, ids: selected.ids })}
        onClear={() => clear(selected.ids)}
      />
      <PostTable posts={page.rows} readAt={readAt} marks={marks} selected={selected} {...actions} />
    </PagedRows>
  );
}

type BulkBarProps = { count: number; isBusy: boolean; onAction: (action: BulkAction) => void; onClear: () => void };

const ACTIONS = ['published', 'archived', 'delete'] as const;

/**
 * The actions on the selected posts. Its place is reserved while none is selected, so that the rows do not move under
 * the pointer; on a phone it lies over the bottom of the page.
 */
function BulkBar({ count, isBusy, onAction, onClear }: BulkBarProps) {
  const words = editor.bulk;
  const isEmpty = count === 0;
  return (
    <div className="bulk-bar" role="group" aria-label={words.label} data-empty={isEmpty || undefined}>
      <p className="tabular" role="status">
        {!isEmpty && words.selected(count)}
      </p>
      {isEmpty && <p className="bulk-bar__hint small soft">{words.hint}</p>}
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
        <Button size="small" variant="quiet" onClick={onClear}>
          {words.clear}
        </Button>
      </div>
    </div>
  );
}

type BulkParams = { action: BulkAction; ids: readonly string[] };

/** Changes many posts after one confirmation; shows how many were changed, and offers to undo a deletion. */
function useBulk(onDone: (ids: readonly string[]) => void) {
  const { undoAction } = useRestore(staleAfter('post'));
  const { mutate, isPending } = useAdminMutation({
    write: (client, { action, ids }: BulkParams) =>
      action === 'delete' ? deletePosts(client, ids) : setPostsStatus(client, ids, action),
    stale: staleAfter('post'),
    failed: DASHBOARD_MESSAGES.bulkFailed,
    onDone: (changed, { action, ids }) => {
      toast({
        ...DASHBOARD_MESSAGES.bulkDone(action, changed, ids.length),
        ...(action === 'delete' && changed > 0 && { action: undoAction('blog_posts', ids) }),
      });
      onDone(ids);
    },
  });
  const askAndRun = (params: BulkParams): void => {
    if (!isPending && window.confirm(editor.bulk.questions[params.action](params.ids.length))) mutate(params);
  };
  return { askAndRun, isBusy: isPending };
}

export type SelectedRows = ReturnType<typeof useSelectedRows>;

/** The selected rows among the shown ones; a row that is no longer shown is no longer selected. */
function useSelectedRows(shown: readonly { id: string }[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const ids = shown.map(({ id }) => id).filter((id) => selected.has(id));
  const isAll = shown.length > 0 && ids.length === shown.length;
  return {
    ids,
    isAll,
    has: (id: string) => selected.has(id),
    toggle: (id: string) => setSelected(new Set(selected.has(id) ? ids.filter((one) => one !== id) : [...ids, id])),
    toggleAll: () => setSelected(new Set(isAll ? [] : shown.map(({ id }) => id))),
    clear: () => setSelected(new Set()),
  };
}

const POSTS_PER_LIST_PAGE = 25;

/** One page of the list of posts. `categories` is undefined while they are loading, and empty if loading failed. */
export function usePostList(params: PostListParams, categories: readonly Category[] | undefined) {
  const needsCategories = params.q.trim() !== '' || (params.category !== '' && params.category !== 'none');
  return useAdminQuery(
    [...QUERY_KEYS.adminPostList, params],
    (client) =>
      listAdminPosts(client, filterOf(params, categories ?? []), rangeOfPage(params.page, POSTS_PER_LIST_PAGE)),
    { failed: MESSAGES.fetchPostsFailed, enabled: !needsCategories || categories !== undefined },
  );
}
