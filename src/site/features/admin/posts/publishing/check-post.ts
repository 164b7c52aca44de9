import { useMemo } from 'react';
import { findDropped } from '#contract/post-body/find-dropped.ts';
import { splitMarkup } from '#contract/post-body/split-markup.ts';
import { type CheckWords, publishing } from '#site/content/publishing.ts';
import { listReachableSlugs } from '#site/gateway/posts.ts';
import { browserSiteConfig } from '#site/gateway/site-config.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { findRoute } from '#site/route-table.ts';
import { useAdminQuery } from '../../queries.ts';
import type { PostValues } from '../post-values.ts';
import { META_TITLE_SHOWN } from '../writing/post-settings.tsx';

/** One thing to check before a post is published. Advice: it prevents nothing. */
type Check = { name: keyof typeof publishing.checks; isOk: boolean; text: string; fieldId: string };

type Read = {
  values: PostValues;
  parts: ContentParts;
  /** The paths of this site that lead to no page; undefined while they are looked up, null where that failed. */
  dead: readonly string[] | undefined | null;
  /** What the public page does not show. */
  dropped: readonly string[];
};

/** The longest excerpt that a card shows whole. */
const EXCERPT_SHOWN = 200;
const MIN_TITLE = 10;

export function checkPost(read: Read): Check[] {
  const { values, parts, dropped } = read;
  return [
    titleCheck(values.title.trim()),
    excerptCheck(values.excerpt.trim()),
    check('category', values.category_id !== '', 'post-category_id'),
    check('picture', values.featured_image_url.trim() !== '', 'post-featured_image_url'),
    check('alt', parts.withoutAlt === 0, 'post-content', [parts.pictures, parts.withoutAlt]),
    linkCheck(read),
    check('headings', findSkippedLevel(parts.headings) === undefined, 'post-content', [
      findSkippedLevel(parts.headings) ?? 0,
      0,
    ]),
    {
      ...check('dropped', dropped.length === 0, 'post-content'),
      ...(dropped.length > 0 && { text: publishing.dropped(dropped) }),
    },
  ];
}

function check(name: Check['name'], isOk: boolean, fieldId: string, [n, m] = [0, 0]): Check {
  const words: CheckWords = publishing.checks[name];
  return { name, isOk, fieldId, text: isOk ? words.ok(n, m) : words.advice(n, m) };
}

function titleCheck(title: string): Check {
  const length = Array.from(title).length;
  return check('title', length >= MIN_TITLE && length <= META_TITLE_SHOWN, 'post-title', [length, META_TITLE_SHOWN]);
}

function excerptCheck(excerpt: string): Check {
  const length = Array.from(excerpt).length;
  return check('excerpt', length > 0 && length <= EXCERPT_SHOWN, 'post-excerpt', [length, EXCERPT_SHOWN]);
}

function linkCheck({ dead, parts }: Read): Check {
  const base = { name: 'links', fieldId: 'post-content' } as const;
  if (dead === undefined) return { ...base, isOk: true, text: publishing.linksPending };
  if (dead === null) return { ...base, isOk: false, text: publishing.linksFailed };
  if (dead.length > 0) return { ...base, isOk: false, text: publishing.deadLinks(dead) };
  return check('links', true, 'post-content', [parts.links.length, 0]);
}

/** The level of the first heading that leaves out one: an h4 after an h2. */
export function findSkippedLevel(levels: readonly number[]): number | undefined {
  let last = 1;
  for (const level of levels) {
    if (level > last + 1) return level;
    last = level;
  }
  return undefined;
}

const POST = /^\/blog\/([^/]+)$/;

/** The paths of this site among the targets, each once, without query and fragment. */
export function internalPaths(links: readonly string[], siteUrl: string): string[] {
  const { origin } = new URL(siteUrl);
  const paths = links.flatMap((link) => {
    const url = link.startsWith('#') ? null : URL.parse(link, siteUrl);
    return url?.origin === origin ? [url.pathname.replace(/(.)\/$/, '$1')] : [];
  });
  return [...new Set(paths)];
}

/** The slug of the path where it is that of a post. */
export function slugOf(path: string): string | undefined {
  return POST.exec(path)?.[1];
}

/** The paths that lead to no page: `reachable` are the slugs of posts that visitors can open. */
export function deadPaths(paths: readonly string[], reachable: readonly string[]): string[] {
  return paths.filter((path) => {
    const slug = slugOf(path);
    if (slug !== undefined) return !reachable.includes(slug);
    // Stored pictures and files of the site itself have no route.
    return !path.startsWith('/storage/') && !/\.[a-z0-9]{2,5}$/i.test(path) && !findRoute(path);
  });
}

type ContentParts = {
  /** The levels of the headings, in order. */
  headings: number[];
  /** How many pictures there are, and how many of them have no alternative text. */
  pictures: number;
  withoutAlt: number;
  /** The targets of the links. */
  links: string[];
};

/** What the checks read of the content of a post. */
export function readContentParts(content: string): ContentParts {
  const parts: ContentParts = { headings: [], pictures: 0, withoutAlt: 0, links: [] };
  for (const token of splitMarkup(content)) {
    if (token.type !== 'tag' || token.raw.startsWith('</')) continue;
    const { name, raw } = token;
    // The page shows an h1 as an h2.
    if (/^h[1-4]$/.test(name)) parts.headings.push(Math.max(2, Number(name[1])));
    if (name === 'img') {
      parts.pictures += 1;
      if (!readAttribute(raw, 'alt')?.trim()) parts.withoutAlt += 1;
    }
    const href = name === 'a' ? readAttribute(raw, 'href') : undefined;
    if (href) parts.links.push(href.trim().replace(/&amp;/g, '&'));
  }
  return parts;
}

const ATTRIBUTE =
  // redos-disable-next-line -- the attributes of one tag
  /\s([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/g;

/** The value of an attribute of a tag that the parser has accepted. */
function readAttribute(tag: string, name: string): string | undefined {
  for (const [, key, double, single, bare] of tag.matchAll(ATTRIBUTE)) {
    if (key?.toLowerCase() === name) return double ?? single ?? bare;
  }
  return undefined;
}

/** The checks of the form as it is; links to posts are looked up. `ownSlug` is the post's own. */
export function useChecklist(values: PostValues, ownSlug: string): Check[] {
  const { content } = values;
  const { parts, dropped, paths } = useMemo(() => {
    const read = readContentParts(content);
    return {
      parts: read,
      dropped: findDropped(content),
      paths: internalPaths(read.links, browserSiteConfig().siteUrl),
    };
  }, [content]);
  const slugs = paths.flatMap((path) => slugOf(path) ?? []);
  const query = useAdminQuery([...QUERY_KEYS.adminPostSlugs, 'reachable', ...slugs], (client) =>
    listReachableSlugs(client, slugs),
  );
  const found = query.isError ? null : query.data && deadPaths(paths, [...query.data, ownSlug]);
  return checkPost({ values, parts, dead: found, dropped });
}
