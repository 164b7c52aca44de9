import { numberLinks } from '#contract/post-body/number-links.ts';
import { renderBody } from '#contract/post-body/render-body.ts';
import { blogPost } from '#site/content/blog.ts';
import { NEW_TAB } from '#site/content/new-tab.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { findNeighbours, findPublishedPost, listRelatedPosts } from '#site/gateway/posts.ts';

const RELATED = 3;

/**
 * The data of a post's page, or null where no public post has this slug. Rethrows the backend's error. `toAbsolute`
 * completes an address of the site with its host.
 */
export async function loadPost(client: DataClient, slug: string, toAbsolute: (address: string) => string) {
  const post = await findPublishedPost(client, slug);
  if (!post) return null;
  const [{ older, newer }, related] = await Promise.all([
    findNeighbours(client, post),
    listRelatedPosts(client, post, RELATED + 2),
  ]);
  const { content, ...rest } = post;
  const body = renderBody(content, { table: blogPost.table, newTab: NEW_TAB });
  return {
    post: rest,
    body: { ...body, ...numberLinks(body.html, toAbsolute) },
    older,
    newer,
    // The page links the neighbours separately.
    related: related.filter(({ id }) => id !== older?.id && id !== newer?.id).slice(0, RELATED),
  };
}
