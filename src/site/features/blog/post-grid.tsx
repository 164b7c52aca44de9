import { clsx } from 'clsx';
import { blogList } from '#site/content/blog.ts';
import type { PostSummary } from '#site/gateway/posts.ts';
import { PostCard } from '#site/sections/post-card.tsx';
import { cardPost } from './card-post.ts';

const FEW = 2;

/** Cards in rows of up to three, one or two posts as a list; the covers of the first row are loaded at once. */
export function PostGrid({ posts }: { posts: readonly PostSummary[] }) {
  return (
    <ul className={clsx('post-grid', posts.length <= FEW && 'post-grid--few')}>
      {posts.map((post, index) => (
        <li key={post.id}>
          <PostCard
            post={cardPost(post, { withExcerpt: true })}
            headingLevel={2}
            readMore={blogList.readMore}
            isEager={index < 3}
          />
        </li>
      ))}
    </ul>
  );
}
