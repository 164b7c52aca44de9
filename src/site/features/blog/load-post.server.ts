import { measureBody } from '#contract/post-body/measure-body.ts';
import { renderBody } from '#contract/post-body/render-body.ts';
import { blogPost } from '#site/content/blog.ts';
import { NEW_TAB } from '#site/content/new-tab.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { readPostPreview } from '#site/gateway/post-previews.ts';
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
  return {
    post: rest,
    body: renderForPage(content, toAbsolute),
    older,
    newer,
    // The page links the neighbours separately.
    related: related.filter(({ id }) => id !== older?.id && id !== newer?.id).slice(0, RELATED),
  };
}

/** The data of the page that shows a post by its preview link, or null for any other token. As `loadPost`. */
export async function loadPreview(client: DataClient, token: string, toAbsolute: (address: string) => string) {
  const preview = await readPostPreview(client, token);
  if (!preview) return null;
  const { content, ...post } = preview.post;
  return { ...preview, post, body: renderForPage(content, toAbsolute), minutes: measureBody(content).minutes };
}

function renderForPage(content: string, toAbsolute: (address: string) => string) {
  const body = renderBody(content, { table: blogPost.table, footnotes: blogPost.footnotes, newTab: NEW_TAB });
  return { ...body, ...numberLinks(body.html, toAbsolute) };
}

type NumberedLinks = { html: string; addresses: string[] };

// redos-disable-next-line -- the sanitiser writes every attribute as name="value"
const LINK = /<a ([^>]*?)href="((?:https?:)?\/[^"]*)"/g;

/**
 * Numbers the addresses that a sanitised body links to, for its printed form: each link gets `data-note`, and `addresses`
 * lists each address once. `toAbsolute` completes the addresses of the site itself. Fragments, e-mail addresses and
 * telephone numbers are not numbered.
 */
export function numberLinks(html: string, toAbsolute: (address: string) => string): NumberedLinks {
  const numbers = new Map<string, number>();
  const numbered = html.replace(LINK, (_, before: string, address: string) => {
    const absolute = toAbsolute(address.replaceAll('&amp;', '&'));
    const number = numbers.get(absolute) ?? numbers.size + 1;
    numbers.set(absolute, number);
    return `<a ${before}href="${address}" data-note="${number}"`;
  });
  return { html: numbered, addresses: [...numbers.keys()] };
}
