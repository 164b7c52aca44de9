import { dashboard } from '#site/content/dashboard.ts';
import { editor } from '#site/content/editor.ts';
import { reviews } from '#site/content/reviews.ts';
import { type PostOrder, POST_ORDERS } from '#site/gateway/admin-post-list.ts';
import type { Category } from '#site/gateway/items.ts';
import { FilterBar, FilterSelect, SearchInput } from '../list-filters.tsx';
import { type PostListParams, STATUS_FILTERS } from './post-list-params.ts';

type PostFilterBarProps = {
  params: PostListParams;
  categories: readonly Category[];
  onChange: (part: Partial<PostListParams>) => void;
};

/** Search, status, category and order of the list. */
export function PostFilterBar({ params, categories, onChange }: PostFilterBarProps) {
  const words = dashboard.posts;
  return (
    <FilterBar>
      <SearchInput
        name="search"
        label={words.search}
        placeholder={words.searchHint}
        value={params.q}
        onChange={(q) => onChange({ q })}
      />
      <FilterSelect
        name="status-filter"
        label={words.statusFilter}
        value={params.status}
        onChange={(status) => onChange({ status: status as PostListParams['status'] })}
        options={[['', words.everyStatus], ...STATUS_FILTERS.map((one) => [one, nameStatusFilter(one)] as const)]}
      />
      <FilterSelect
        name="category-filter"
        label={editor.list.category}
        value={params.category}
        onChange={(category) => onChange({ category })}
        options={[
          ['', editor.list.everyCategory],
          ...categories.map(({ slug, name }) => [slug, name] as const),
          ['none', editor.list.withoutCategory],
        ]}
      />
      <FilterSelect
        name="order"
        label={editor.list.order}
        value={params.order}
        onChange={(order) => onChange({ order: order as PostOrder })}
        options={POST_ORDERS.map((one) => [one, editor.list.orders[one]] as const)}
      />
    </FilterBar>
  );
}

function nameStatusFilter(status: (typeof STATUS_FILTERS)[number]): string {
  if (status === 'waiting') return reviews.states.waiting;
  return status === 'scheduled' ? editor.list.scheduled : dashboard.statuses[status];
}
