import { type ReactNode, useEffect } from 'react';
import { dashboard } from '#site/content/dashboard.ts';
import { editor } from '#site/content/editor.ts';
import { reviews } from '#site/content/reviews.ts';
import { DASHBOARD_MESSAGES, flatItemMessages } from '#site/dashboard-messages.ts';
import { deletePost, duplicatePost } from '#site/gateway/admin-posts.ts';
import { type Category, listItems } from '#site/gateway/items.ts';
import { MESSAGES, SENTENCES } from '#site/messages.ts';
import { Button } from '#site/ui/button.tsx';
import { toast } from '#site/ui/toast.ts';
import { CopyList } from '../copy-list.tsx';
import { DeletedList } from '../deleted-list.tsx';
import { useListParams } from '../list-params.ts';
import { CreateButton, ListSection } from '../list-section.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { useLiveMarks } from '../live/live-marks.tsx';
import { itemsKey, staleAfter, useAdminMutation, useAdminQuery } from '../queries.ts';
import { Disclosure, ListMessage, QueryList } from '../query-list.tsx';
import { useIsWriter } from '../role.ts';
import { useFormState, useItemRemoval } from '../use-item-tab.ts';
import { PostFilterBar } from './post-filter-bar.tsx';
import { PostListPage } from './post-list-page.tsx';
import { DEFAULT_PARAMS, isFiltered, postListParams } from './post-list-params.ts';
import { usePostList } from './use-post-list.ts';

const PostEditor = lazyPart(async () => (await import('./post-editor.tsx')).PostEditor);
const OwnName = lazyPart(async () => (await import('../users/own-name.tsx')).OwnName);

/** The list, and the open form. `ownSignIn` is shown to a writer, who has no other tab. */
export function PostsTab({ ownSignIn }: { ownSignIn: ReactNode }) {
  const { data, isError } = useAdminQuery(itemsKey('category'), (client) => listItems(client, 'categories'), {
    failed: flatItemMessages('category').fetchFailed,
  });
  const categories = isError ? [] : data;
  const formState = useFormState('post');
  const { form, close, leave, adopt } = formState;
  const isWriter = useIsWriter();
  return (
    <>
      <PostListSection categories={categories} formState={formState} />
      {isWriter && !form && (
        <Disclosure summary={reviews.account}>
          {() => (
            <div className="users-tab stack">
              <OwnName />
              {ownSignIn}
            </div>
          )}
        </Disclosure>
      )}
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
  const { form, open, isListShown, createRef, focusCreate } = formState;
  const list = useListParams(postListParams);
  const query = usePostList(list.params, categories);
  const marks = useLiveMarks('blog_posts', {
    items: query.isPlaceholderData ? undefined : query.data?.rows,
    readAt: query.dataUpdatedAt,
    openId: form?.id,
  });
  const { askAndRemove, removingId } = useItemRemoval('post', REMOVAL, focusCreate);
  const { duplicate, duplicatingId } = useDuplicate((id) => {
    const mayOpen = isListShown();
    if (mayOpen) open(id);
    return mayOpen;
  });
  usePreloadedForm(query.isSuccess);
  const isWriter = useIsWriter();
  const words = dashboard.posts;
  const total = query.data?.total;
  const isNarrowed = isFiltered(list.params);
  // Placeholder data may be that of a narrowed list.
  const hasNoPosts = total === 0 && !isNarrowed && !query.isPlaceholderData;
  const isWaitingShown = list.params.status === 'waiting';
  const showWaiting = (): void =>
    list.change(isWaitingShown ? { status: '' } : { ...DEFAULT_PARAMS, status: 'waiting' });
  const clear = {
    label: editor.list.clear,
    run: () => list.change({ ...DEFAULT_PARAMS, order: list.params.order, size: list.params.size }),
  };
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
      {!isWriter && query.data && query.data.waiting > 0 && (
        <p className="waiting-posts">
          <Button size="small" variant="line" onClick={showWaiting}>
            {isWaitingShown ? reviews.all : reviews.waiting(query.data.waiting)}
          </Button>
        </p>
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
            categories={categories ?? []}
            readAt={query.dataUpdatedAt}
            marks={marks}
            removingId={removingId}
            duplicatingId={duplicatingId}
            onEdit={(id) => open(id)}
            onDuplicate={isWriter ? undefined : duplicate}
            onRemove={askAndRemove}
          />
        )}
      </QueryList>
      {!query.isPending && <DeletedList table="blog_posts" stale={staleAfter('post')} />}
    </ListSection>
  );
}

/** Loads the form when the list is shown, so that it opens at once, and without a network too. */
function usePreloadedForm(isListShown: boolean): void {
  useEffect(() => {
    if (!isListShown) return undefined;
    const timer = setTimeout(() => void PostEditor.preload().catch(() => {}), PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isListShown]);
}

const PRELOAD_AFTER_MS = 1500;

const REMOVAL = {
  table: 'blog_posts',
  question: SENTENCES.confirmDeletePost,
  remove: deletePost,
  stale: staleAfter('post'),
  done: MESSAGES.postDeleted,
  failed: MESSAGES.deletePostFailed,
} as const;

/** Copies a post as a draft. `openCopy` gets the id of the copy, and returns whether the list was still shown. */
function useDuplicate(openCopy: (id: string) => boolean) {
  const { mutate, isPending, params } = useAdminMutation({
    write: (client, id: string) => duplicatePost(client, id, editor.duplicate.title),
    stale: staleAfter('post'),
    failed: DASHBOARD_MESSAGES.duplicatePostFailed,
    onDone: (copyId) => {
      const { postDuplicated, postDuplicatedMeanwhile } = DASHBOARD_MESSAGES;
      toast(openCopy(copyId) ? postDuplicated : postDuplicatedMeanwhile);
    },
  });
  return { duplicate: (id: string) => isPending || mutate(id), duplicatingId: params };
}
