import { blogList } from '#site/content/blog.ts';
import type { PostSummary } from '#site/gateway/posts.ts';
import { PostCard } from '#site/sections/post-card.tsx';
import { cardPost } from './card-post.ts';

/** The first post large, the others as a list; the covers of the first screen are loaded at once. */
export function PostGrid({ posts }: { posts: readonly PostSummary[] }) {
  return (
    <ul className="post-grid">
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
