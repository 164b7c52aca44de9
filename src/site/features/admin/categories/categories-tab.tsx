import { dashboard } from '#site/content/dashboard.ts';
import { type Category, deleteCategory, listCategories } from '#site/gateway/categories.ts';
import { MESSAGES } from '#site/messages.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { CopyList } from '../copy-list.tsx';
import { DeletedList } from '../deleted-list.tsx';
import { CreateButton, ListSection } from '../list-section.tsx';
import { useLiveMarks } from '../live/use-live-marks.ts';
import { ListMessage, QueryList } from '../query-list.tsx';
import { staleAfter } from '../refresh-queries.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { useItemTab } from '../use-item-tab.ts';
import { askAboutCategory } from './ask-about-category.ts';
import { CategoryForm } from './category-form.tsx';
import { CategoryTable } from './category-table.tsx';

export function CategoriesTab() {
  const query = useAdminQuery(QUERY_KEYS.adminCategories, listCategories, {
    failed: MESSAGES.fetchCategoriesFailed,
  });
  const { form, open, close, adopt, createRef, askAndRemove, removingId, continueCopy } = useItemTab<Category>({
    kind: 'category',
    items: query.data,
    table: 'categories',
    question: askAboutCategory,
    remove: deleteCategory,
    stale: staleAfter('category'),
    done: MESSAGES.categoryDeleted,
    failed: MESSAGES.deleteCategoryFailed,
  });
  const marks = useLiveMarks('categories', {
    items: query.data,
    readAt: query.dataUpdatedAt,
    openId: form ? (form.item?.id ?? null) : undefined,
  });
  const words = dashboard.categories;
  return (
    <>
      <ListSection
        words={words}
        total={query.data?.length}
        isHidden={form !== null}
        create={<CreateButton label={words.create} ref={createRef} onClick={() => open(null)} />}
      >
        {form === null && query.data && <CopyList kind="category" onOpen={continueCopy} />}
        <QueryList
          query={query}
          words={words}
          isEmpty={(categories) => categories.length === 0}
          empty={<ListMessage text={words.empty} />}
        >
          {(categories) => (
            <CategoryTable
              categories={categories}
              marks={marks}
              removingId={removingId}
              onEdit={({ id }) => open(id)}
              onRemove={askAndRemove}
            />
          )}
        </QueryList>
        <DeletedList table="categories" stale={staleAfter('category')} />
      </ListSection>
      {form && <CategoryForm {...form} categories={query.data ?? []} onClose={close} onCreated={adopt} />}
    </>
  );
}
