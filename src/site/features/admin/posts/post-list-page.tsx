import { useRef, useState } from 'react';
import { editor } from '#site/content/editor.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { listAdminPostIds, type ListedPost } from '#site/gateway/admin-post-list.ts';
import { browserClient } from '#site/gateway/client.ts';
import type { Category } from '#site/gateway/items.ts';
import type { ListPage } from '#site/gateway/lists.ts';
import { toast } from '#site/ui/toast.ts';
import { FilterSelect } from '../list-filters.tsx';
import type { ListState } from '../list-params.ts';
import type { LiveMarks } from '../live/live-state.ts';
import { logFailure } from '../queries.ts';
import { PagedRows } from '../query-list.tsx';
import { useIsWriter } from '../role.ts';
import { BulkBar, useBulk } from './bulk-bar.tsx';
import { filterOf, PAGE_SIZES, type PostListParams } from './post-list-params.ts';
import { type PostActions, PostTable } from './post-table.tsx';

type PostListPageProps = PostActions & {
  list: ListState<PostListParams>;
  page: ListPage<ListedPost>;
  categories: readonly Category[];
  readAt: number;
  marks: LiveMarks;
};

/** The buttons of the bar disappear with the selection. The row may have done so before the answer to its deletion came. */
function focusPick(id: string | undefined): void {
  const picks = [...document.querySelectorAll<HTMLElement>('[data-pick]')];
  const pick = picks.find(({ dataset }) => dataset['pick'] === id) ?? picks[0];
  pick?.focus({ preventScroll: true });
}

/** One page of the posts, the actions on selected posts, and the links to the other pages. */
export function PostListPage({ list, page, categories, readAt, marks, ...actions }: PostListPageProps) {
  const { params } = list;
  const readAllIds = async () => listAdminPostIds(await browserClient(), filterOf(params, categories));
  const selected = useSelectedRows(page.rows, JSON.stringify(params), readAllIds);
  const clear = (): void => {
    const first = page.rows.find(({ id }) => selected.has(id));
    selected.clear();
    focusPick(first?.id);
  };
  const bulk = useBulk(clear);
  const isWriter = useIsWriter();
  const hasMore = selected.isAll && page.total > selected.ids.length;
  return (
    <PagedRows page={page} size={params.size} list={list}>
      {!isWriter && (
        <BulkBar
          count={selected.ids.length}
          isBusy={bulk.isBusy || selected.isReading}
          categories={categories}
          onAction={(action, category) => bulk.askAndRun({ action, ids: selected.ids, category })}
          all={hasMore ? { total: page.total, select: selected.selectAll } : undefined}
          onClear={clear}
        />
      )}
      <PostTable
        posts={page.rows}
        readAt={readAt}
        marks={marks}
        search={params.q}
        selected={isWriter ? null : selected}
        {...actions}
      />
      {page.total > PAGE_SIZES[0] && (
        <div className="list-size">
          <FilterSelect
            name="size"
            label={editor.list.size}
            value={String(params.size)}
            onChange={(size) => list.change({ size: Number(size) })}
            options={PAGE_SIZES.map((size) => [String(size), String(size)] as const)}
          />
        </div>
      )}
    </PagedRows>
  );
}

export type SelectedRows = ReturnType<typeof useSelectedRows>;

/**
 * The selected rows among the shown ones: a row that is no longer shown is no longer selected. `selectAll` selects all of
 * the list, until another row is chosen or the list is another one.
 */
function useSelectedRows(shown: readonly { id: string }[], list: string, readAllIds: () => Promise<string[]>) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState<{ list: string; ids: readonly string[] } | null>(null);
  const [isReading, setReading] = useState(false);
  const ofPage = shown.map(({ id }) => id).filter((id) => selected.has(id));
  const ids = all?.list === list ? all.ids : ofPage;
  const isAll = shown.length > 0 && ofPage.length === shown.length;
  const choices = useRef(0);
  const choose = (chosen: readonly string[]): void => {
    choices.current += 1;
    setAll(null);
    setSelected(new Set(chosen));
  };
  const selectAll = async (): Promise<void> => {
    setReading(true);
    const before = choices.current;
    try {
      const read = await readAllIds();
      if (choices.current === before) setAll({ list, ids: read });
    } catch (error) {
      logFailure(DASHBOARD_MESSAGES.bulkListFailed, error);
      toast(DASHBOARD_MESSAGES.bulkListFailed);
    }
    setReading(false);
  };
  return {
    ids,
    isAll,
    isReading,
    has: (id: string) => selected.has(id),
    toggle: (id: string) => choose(selected.has(id) ? ofPage.filter((one) => one !== id) : [...ofPage, id]),
    toggleAll: () => choose(isAll ? [] : shown.map(({ id }) => id)),
    selectAll: () => void selectAll(),
    clear: () => choose([]),
  };
}
