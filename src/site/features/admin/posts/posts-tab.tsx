import { useCallback } from 'react';
import { dashboard } from '#site/content/dashboard.ts';
import { deletePost } from '#site/gateway/admin-posts.ts';
import { listCategories } from '#site/gateway/categories.ts';
import { MESSAGES, SENTENCES } from '#site/messages.ts';
import { CopyList } from '../copy-list.tsx';
import { DeletedList } from '../deleted-list.tsx';
import { ItemList } from '../item-list.tsx';
import { dropCopies } from '../local-copy.ts';
import { ADMIN_KEYS, STALE_AFTER } from '../query-keys.ts';
import { useFormState } from '../use-form-state.ts';
import { useList } from '../use-list.ts';
import { useRemoval } from '../use-removal.ts';
import { type ListAddress, isWholeList } from './list-address.ts';
import { PostEditor } from './post-editor.tsx';
import { PostPages } from './post-pages.tsx';
import { PostFilterBar } from './post-filter-bar.tsx';
import { summarise } from './summarise.ts';
import { useDuplicate } from './use-duplicate.ts';
import { useListAddress } from './use-list-address.ts';
import { usePostPage } from './use-post-page.ts';

export function PostsTab({ userId }: { userId: string }) {
  const [address, change] = useListAddress();
  const categories = useList(ADMIN_KEYS.categories, listCategories, MESSAGES.fetchCategoriesFailed);
  const knownCategories = categories.isError ? [] : categories.data;
  const page = usePostPage(address, knownCategories);
  // The item of the desk is the id of a post: the list holds no texts.
  const formState = useFormState<string>();
  const removal = useRemoval({
    table: 'blog_posts',
    question: SENTENCES.confirmDeletePost,
    remove: deletePost,
    stale: STALE_AFTER.post,
    done: MESSAGES.postDeleted,
    failed: MESSAGES.deletePostFailed,
    onRemoved: (id) => {
      dropCopies(localStorage, { userId, kind: 'post', itemId: id });
      formState.focusCreate();
    },
  });
  const { duplicate, duplicatingId } = useDuplicate((id) => formState.open(id));
  const filter = useCallback((part: Partial<ListAddress>) => change(part), [change]);
  const total = page.data?.total;
  // Nothing found is not the same as nothing there: only the latter is the list's empty state.
  const count = total === undefined || isWholeList(address) ? total : Math.max(total, 1);
  return (
    <>
      <ItemList
        words={dashboard.posts}
        query={page}
        count={count}
        isHidden={formState.form !== null}
        createRef={formState.createRef}
        onCreate={() => formState.open(null)}
        summary={summarise(address, total)}
        before={
          formState.form === null &&
          page.data && (
            <CopyList userId={userId} kind="post" onOpen={(itemId, slot) => formState.open(itemId ?? null, slot)} />
          )
        }
        after={<DeletedList table="blog_posts" stale={STALE_AFTER.post} />}
      >
        <PostFilterBar address={address} categories={knownCategories ?? []} onChange={filter} />
        <PostPages
          address={address}
          change={change}
          page={page.data}
          removal={removal}
          onEdit={(id) => formState.open(id)}
          onDuplicate={duplicate}
          duplicatingId={duplicatingId}
        />
      </ItemList>
      {formState.form && (
        <PostEditor
          key={`${formState.form.item}:${formState.form.restoredSlot}`}
          {...formState.form}
          userId={userId}
          categories={knownCategories ?? []}
          onClose={formState.close}
        />
      )}
    </>
  );
}
