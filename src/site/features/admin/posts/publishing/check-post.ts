import { type CheckWords, publishing } from '#site/content/publishing.ts';
import { META_TITLE_SHOWN } from '../character-count.tsx';
import type { PostValues } from '../post-values.ts';
import type { ContentParts } from './read-content.ts';

/** One thing to check before a post is published. Advice: it prevents nothing. */
export type Check = { name: keyof typeof publishing.checks; isOk: boolean; text: string; fieldId: string };

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
const LEAST_TITLE = 10;

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
  return { name, isOk, fieldId, text: isOk ? words.ok(n, m) : words.look(n, m) };
}

function titleCheck(title: string): Check {
  const length = Array.from(title).length;
  return check('title', length >= LEAST_TITLE && length <= META_TITLE_SHOWN, 'post-title', [length, META_TITLE_SHOWN]);
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
