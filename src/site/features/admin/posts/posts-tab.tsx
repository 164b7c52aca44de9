import { dashboard } from '#site/content/dashboard.ts';
import { editor } from '#site/content/editor.ts';
import { DASHBOARD_MESSAGES, flatItemMessages } from '#site/dashboard-messages.ts';
import { deletePost, duplicatePost } from '#site/gateway/admin-posts.ts';
import { type Category, listCategories } from '#site/gateway/items.ts';
import { MESSAGES, SENTENCES } from '#site/messages.ts';
import { toast } from '#site/ui/toast.ts';
import { CopyList } from '../copy-list.tsx';
import { DeletedList } from '../deleted-list.tsx';
import { useListParams } from '../list-params.ts';
import { CreateButton, ListSection } from '../list-section.tsx';
import { useLiveMarks } from '../live/live-marks.tsx';
import { itemsKey, staleAfter, useAdminMutation, useAdminQuery } from '../queries.ts';
import { ListMessage, QueryList } from '../query-list.tsx';
import { useFormState, useItemRemoval } from '../use-item-tab.ts';
import { PostEditor } from './post-editor.tsx';
import { PostFilterBar } from './post-filter-bar.tsx';
import { PostListPage, usePostList } from './post-list-page.tsx';
import { DEFAULT_PARAMS, isFiltered, postListParams } from './post-list-params.ts';

export function PostsTab() {
  const { data, isError } = useAdminQuery(itemsKey('category'), listCategories, {
    failed: flatItemMessages('category').fetchFailed,
  });
  const categories = isError ? [] : data;
  const formState = useFormState('post');
  const { form, close, leave, adopt } = formState;
  return (
    <>
      <PostListSection categories={categories} formState={formState} />
      {form && (
        <PostEditor
          key={form.key}
          id={form.id}
          restoredSlot={form.restoredSlot}
          categories={categories ?? []}
          onClose={close}
          onLeave={leave}
          onCreated={adopt}
        />
      )}
    </>
  );
}

type PostListSectionProps = {
  /** Undefined while they are loading. */
  categories: readonly Category[] | undefined;
  formState: ReturnType<typeof useFormState>;
};

function PostListSection({ categories, formState }: PostListSectionProps) {
  const { form, open, createRef, focusCreate } = formState;
  const list = useListParams(postListParams);
  const query = usePostList(list.params, categories);
  const marks = useLiveMarks('blog_posts', {
    items: query.isPlaceholderData ? undefined : query.data?.rows,
    readAt: query.dataUpdatedAt,
    openId: form?.id,
  });
  const { askAndRemove, removingId } = useItemRemoval('post', REMOVAL, focusCreate);
  const { duplicate, duplicatingId } = useDuplicate((id) => open(id));
  const words = dashboard.posts;
  const total = query.data?.total;
  const isNarrowed = isFiltered(list.params);
  // Placeholder data may be that of a narrowed list.
  const hasNoPosts = total === 0 && !isNarrowed && !query.isPlaceholderData;
  const clear = { label: editor.list.clear, run: () => list.change({ ...DEFAULT_PARAMS, order: list.params.order }) };
  return (
    <ListSection
      words={words}
      total={total}
      summary={total !== undefined && isNarrowed ? editor.list.found(total) : undefined}
      isHidden={form !== null}
      create={<CreateButton label={words.create} ref={createRef} onClick={() => open(null)} />}
    >
      {form === null && query.data && <CopyList kind="post" onOpen={(itemId, slot) => open(itemId ?? null, slot)} />}
      {total !== undefined && !hasNoPosts && (
        <PostFilterBar params={list.params} categories={categories ?? []} onChange={list.change} />
      )}
      <QueryList
        query={query}
        words={words}
        empty={hasNoPosts ? <ListMessage text={words.empty} /> : <ListMessage text={words.noMatch} action={clear} />}
      >
        {(page) => (
          <PostListPage
            list={list}
            page={page}
            readAt={query.dataUpdatedAt}
            marks={marks}
            removingId={removingId}
            duplicatingId={duplicatingId}
            onEdit={(id) => open(id)}
            onDuplicate={duplicate}
            onRemove={askAndRemove}
          />
        )}
      </QueryList>
      <DeletedList table="blog_posts" stale={staleAfter('post')} />
    </ListSection>
  );
}

const REMOVAL = {
  table: 'blog_posts',
  question: SENTENCES.confirmDeletePost,
  remove: deletePost,
  stale: staleAfter('post'),
  done: MESSAGES.postDeleted,
  failed: MESSAGES.deletePostFailed,
} as const;

/** Copies a post as a draft; `onCreated` gets the id of the copy. */
function useDuplicate(onCreated: (id: string) => void) {
  const { mutate, isPending, params } = useAdminMutation({
    write: (client, id: string) => duplicatePost(client, id, editor.duplicate.title),
    stale: staleAfter('post'),
    failed: DASHBOARD_MESSAGES.duplicatePostFailed,
    onDone: (copyId) => {
      toast(DASHBOARD_MESSAGES.postDuplicated);
      onCreated(copyId);
    },
  });
  return { duplicate: (id: string) => isPending || mutate(id), duplicatingId: params };
}
