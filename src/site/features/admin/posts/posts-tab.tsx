import { useState } from 'react';
import { dashboard } from '../../../content/dashboard.ts';
import { type AdminPost, deletePost, listAdminPosts } from '../../../gateway/admin-posts.ts';
import { listCategories } from '../../../gateway/categories.ts';
import { MESSAGES, SENTENCES } from '../../../messages.ts';
import { CopyList } from '../copy-list.tsx';
import { dropCopy } from '../local-copy.ts';
import { ItemList } from '../item-list.tsx';
import { ADMIN_KEYS, STALE_AFTER } from '../query-keys.ts';
import { useDesk } from '../use-desk.ts';
import { useList } from '../use-list.ts';
import { useRemoval } from '../use-removal.ts';
import { NO_FILTER, filterPosts } from './filter-posts.ts';
import { PostFilterBar } from './post-filter-bar.tsx';
import { PostForm } from './post-form.tsx';
import { PostTable } from './post-table.tsx';

export function PostsTab({ userId }: { userId: string }) {
  const posts = useList(ADMIN_KEYS.posts, listAdminPosts, MESSAGES.fetchPostsFailed);
  const categories = useList(ADMIN_KEYS.categories, listCategories, MESSAGES.fetchCategoriesFailed);
  const desk = useDesk<AdminPost>();
  const [filter, setFilter] = useState(NO_FILTER);
  const { askAndRemove, removingId } = useRemoval({
    question: SENTENCES.confirmDeletePost,
    remove: deletePost,
    stale: STALE_AFTER.post,
    done: MESSAGES.postDeleted,
    failed: MESSAGES.deletePostFailed,
    onRemoved: (id) => {
      dropCopy(localStorage, { userId, kind: 'post', itemId: id });
      desk.focusCreate();
    },
  });
  const words = dashboard.posts;
  const shown = filterPosts(posts.data ?? [], filter);
  const isFiltered = filter.text.trim() !== '' || filter.status !== '';
  return (
    <>
      <ItemList
        words={words}
        query={posts}
        isHidden={desk.form !== null}
        createRef={desk.createRef}
        onCreate={() => desk.open(null)}
        summary={isFiltered ? summarise(shown.length, posts.data?.length ?? 0) : undefined}
        before={
          desk.form === null && (
            <CopyList
              userId={userId}
              kind="post"
              items={posts.data ?? []}
              nameOf={(post) => post.title}
              onOpen={(post) => desk.open(post, true)}
            />
          )
        }
      >
        {() => (
          <>
            <PostFilterBar filter={filter} onChange={setFilter} />
            {shown.length === 0 && <p className="desk__empty lead">{words.noMatch}</p>}
            {shown.length > 0 && (
              <PostTable
                posts={shown}
                removingId={removingId}
                onEdit={(post) => desk.open(post)}
                onRemove={askAndRemove}
              />
            )}
          </>
        )}
      </ItemList>
      {desk.form && (
        <PostForm
          {...desk.form}
          userId={userId}
          posts={posts.data ?? []}
          categories={categories.data ?? []}
          onClose={desk.close}
        />
      )}
    </>
  );
}

function summarise(n: number, total: number): string {
  return dashboard.posts.shown.replace('{n}', String(n)).replace('{total}', String(total));
}
