import { isScheduled } from '#contract/post-status.ts';
import { LINKABLE_PAGES, postLinks } from '#site/content/post-links.ts';
import { type ListedPost, listAdminPosts } from '#site/gateway/admin-post-list.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { useAdminQuery } from '../../../use-admin-query.ts';
import { useDebouncedValue } from '../../../use-debounced-value.ts';

export type LinkTarget = { label: string; href: string; kind: string };

const MAX_POSTS = 8;
const MAX_PAGES = 4;
const SHORTEST = 2;

/** The published posts and the pages of the site whose title or address has every typed word. */
export function useLinkTargets(typed: string): readonly LinkTarget[] {
  const words = wordsOf(typed);
  const searched = useDebouncedValue(words.join(' '));
  const { data } = useAdminQuery(
    [...QUERY_KEYS.adminPosts, 'link-targets', searched],
    (client) => {
      const filter = wordsOf(searched).map((text) => ({ text, categoryIds: [] }));
      const range = { offset: 0, limit: MAX_POSTS };
      return listAdminPosts(client, { words: filter, status: 'published', category: '', order: 'changed' }, range);
    },
    { enabled: searched !== '', staleTime: 30_000 },
  );
  if (words.length === 0) return [];
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const pages = LINKABLE_PAGES.filter(({ label, href }) => has(`${label} ${href}`)).slice(0, MAX_PAGES);
  const posts = (data?.rows ?? []).filter(({ title, slug }) => has(`${title} ${slug} /blog/`));
  return [...posts.map(targetOf), ...pages.map((page) => ({ ...page, kind: postLinks.dialog.page }))];
}

function wordsOf(typed: string): string[] {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^\/(?:blog\/)?/, '');
  if (text.length < SHORTEST || /^[a-z]+:/.test(text)) return [];
  return text.split(/\s+/).slice(0, 10);
}

function targetOf({ title, slug, status, published_at }: ListedPost): LinkTarget {
  const { post, scheduled } = postLinks.dialog;
  const isLater = isScheduled({ status, published_at }, new Date());
  return { label: title, href: `/blog/${slug}`, kind: isLater ? scheduled : post };
}
