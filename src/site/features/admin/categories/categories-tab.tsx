import { dashboard } from '#site/content/dashboard.ts';
import { type Category, deleteCategory, listCategories } from '#site/gateway/categories.ts';
import { MESSAGES, SENTENCES } from '#site/messages.ts';
import { CopyList } from '../copy-list.tsx';
import { DeletedList } from '../deleted-list.tsx';
import { ItemList } from '../item-list.tsx';
import { dropCopies, moveCopyToNew } from '../local-copy.ts';
import { ADMIN_KEYS, STALE_AFTER } from '../query-keys.ts';
import { useFormState } from '../use-form-state.ts';
import { useList } from '../use-list.ts';
import { useRemoval } from '../use-removal.ts';
import { CategoryForm } from './category-form.tsx';
import { CategoryTable } from './category-table.tsx';

export function CategoriesTab({ userId }: { userId: string }) {
  const categories = useList(ADMIN_KEYS.categories, listCategories, MESSAGES.fetchCategoriesFailed);
  const formState = useFormState<Category>();
  const { askAndRemove, removingId } = useRemoval({
    table: 'categories',
    question: SENTENCES.confirmDeleteCategory,
    remove: deleteCategory,
    stale: STALE_AFTER.category,
    done: MESSAGES.categoryDeleted,
    failed: MESSAGES.deleteCategoryFailed,
    onRemoved: (id) => {
      dropCopies(localStorage, { userId, kind: 'category', itemId: id });
      formState.focusCreate();
    },
  });
  const items = categories.data ?? [];
  const goOn = (itemId: string | undefined, slot: string): void => {
    const item = items.find(({ id }) => id === itemId) ?? null;
    if (itemId && !item) moveCopyToNew(localStorage, { userId, kind: 'category', itemId }, slot);
    formState.open(item, slot);
  };
  return (
    <>
      <ItemList
        words={dashboard.categories}
        query={categories}
        count={categories.data?.length}
        isHidden={formState.form !== null}
        createRef={formState.createRef}
        onCreate={() => formState.open(null)}
        before={
          formState.form === null && categories.data && <CopyList userId={userId} kind="category" onOpen={goOn} />
        }
        after={<DeletedList table="categories" stale={STALE_AFTER.category} />}
      >
        <CategoryTable
          categories={items}
          removingId={removingId}
          onEdit={(one) => formState.open(one)}
          onRemove={askAndRemove}
        />
      </ItemList>
      {formState.form && (
        <CategoryForm {...formState.form} userId={userId} categories={items} onClose={formState.close} />
      )}
    </>
  );
}
