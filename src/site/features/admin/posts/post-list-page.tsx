import type { ListedPost } from '#site/gateway/admin-post-list.ts';
import type { ListPage } from '#site/gateway/lists.ts';
import type { ListState } from '../list-params.ts';
import type { LiveMarks } from '../live/live-state.ts';
import { PagedRows } from '../query-list.tsx';
import { BulkBar } from './bulk-bar.tsx';
import type { PostListParams } from './post-list-params.ts';
import { type PostActions, PostTable } from './post-table.tsx';
import { useBulk } from './use-bulk.ts';
import { POSTS_PER_LIST_PAGE } from './use-post-list.ts';
import { useSelectedRows } from './use-selected-rows.ts';

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
