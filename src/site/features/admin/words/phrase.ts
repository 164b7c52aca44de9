import { z } from 'zod';
import { beginningOf, decodeEntities } from '#contract/excerpt.ts';
import { splitMarkup } from '#contract/post-body/split-markup.ts';
import { itemSchema } from '#contract/words/stored-words.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { findPhrase as words } from '#site/content/find-phrase.ts';
import type { AdminPost } from '#site/gateway/admin-posts.ts';
import type { ListedWords } from '#site/gateway/site-words.ts';
import {
  type Draft,
  fromDraft,
  locate,
  type NamedPage,
  present,
  type Schema,
  toDraft,
  wordsIn,
  wordsOf,
} from './drafts.ts';

/** A text with the phrase in it. */
type Place = {
  key: string;
  where: string;
  /** The text without marks, cut around each place of the phrase: what is before, the place, and what is after. */
  cuts: readonly (readonly [before: string, found: string, after: string])[];
};
/** `words` are those of the page afterwards, or null where the new text does not fit. */
export type PagePlace = Place & { page: NamedPage; row: ListedWords; words: Record<string, unknown> | null };
export type PostPlace = Place & { post: AdminPost; change: Partial<AdminPost> };
export type FoundPlace = PagePlace | PostPlace;

/** The texts of a page that contain the phrase, each with the words that replacing it there would store. */
export function findInPage(
  page: NamedPage & { heading: string },
  row: ListedWords,
  phrase: string,
  replacement: string,
): PagePlace[] {
  const draft = toDraft(page.schema, wordsIn(page, row));
  return listTexts(page.schema, draft, []).flatMap(({ path, text }) => {
    const parts = cutAt(text, phrase, replacement);
    if (parts.length === 1) return [];
    const changed = fromDraft(page.schema, withText(draft, path, replaced(parts, replacement)));
    const { success, data } = page.schema.safeParse(changed);
    return {
      key: `${page.name}.${path.join('.')}`,
      where: words.inPage(page.heading, locate(page.schema, path).label),
      cuts: cutsOf(parts),
      page,
      row,
      words: success ? data : null,
    };
  });
}

type Text = { path: readonly string[]; text: string };

/** The texts that people write; not ids, choices, dates and addresses of pictures. */
function listTexts(schema: Schema, draft: Draft, path: readonly string[]): Text[] {
  if (typeof draft === 'boolean') return [];
  if (typeof draft === 'string') {
    const { input } = wordsOf(schema);
    const isWritten =
      !(present(schema) instanceof z.ZodEnum) && input !== 'hidden' && input !== 'picture' && input !== 'date';
    return isWritten ? [{ path, text: draft }] : [];
  }
  const item = itemSchema(schema);
  return Object.entries(draft).flatMap(([name, one]: [string, Draft]) => {
    const inner = item ?? (present(schema) as z.ZodObject).shape[name];
    return inner ? listTexts(inner, one, [...path, name]) : [];
  });
}

function withText(draft: Draft, [name, ...rest]: readonly string[], text: string): Draft {
  if (name === undefined) return text;
  const inner = (draft as Record<string, Draft>)[name] ?? '';
  const next = withText(inner, rest, text);
  return Array.isArray(draft)
    ? draft.map((one: Draft, at) => (String(at) === name ? next : one))
    : { ...(draft as object), [name]: next };
}

const POST_FIELDS = {
  title: dashboard.posts.fields.title,
  excerpt: dashboard.posts.fields.excerpt,
  content: dashboard.posts.fields.content,
  meta_title: dashboard.posts.seo.title,
  meta_description: dashboard.posts.seo.description,
} as const;
const SEARCHED_FIELDS = Object.keys(POST_FIELDS) as (keyof typeof POST_FIELDS)[];
export const PLAIN_FIELDS = SEARCHED_FIELDS.filter((name) => name !== 'content');

/** The fields of a post that contain the phrase. Only the text of its content counts, not its marks and addresses. */
export function findInPost(post: AdminPost, phrase: string, replacement: string): PostPlace[] {
  return SEARCHED_FIELDS.flatMap((field) => {
    const value = post[field] ?? '';
    const isHtml = field === 'content';
    const texts = isHtml ? textsOf(value) : [value];
    const cuts = texts.flatMap((text) =>
      cutsOf(isHtml ? cutHtmlAt(text, phrase, replacement).map(decodeEntities) : cutAt(text, phrase, replacement)),
    );
    if (cuts.length === 0) return [];
    const changed = isHtml
      ? replaceInHtml(value, phrase, replacement)
      : replaced(cutAt(value, phrase, replacement), replacement);
    const where = words.inPost(post.title, POST_FIELDS[field]);
    return [{ key: `${post.id}.${field}`, where, cuts, post, change: { [field]: changed } }];
  });
}

const textsOf = (html: string): string[] =>
  splitMarkup(html).flatMap(({ type, raw }) => (type === 'text' ? [raw] : []));

/** Replaces the phrase in the texts of HTML; every other character stays as it is. */
export function replaceInHtml(html: string, phrase: string, replacement: string): string {
  return splitMarkup(html)
    .map(({ type, raw }) =>
      type === 'text' ? replaced(cutHtmlAt(raw, phrase, replacement), escaped(replacement)) : raw,
    )
    .join('');
}

const replaced = (parts: readonly string[], replacement: string): string =>
  parts.map((part, at) => (at % 2 === 1 ? replacement : part)).join('');

/** What readers see in much the same way as the character that an editor types. */
const ALIKE: Readonly<Record<string, string>> = { "'": "['‘’]", '"': '["“”]', '-': '[-‐‑]' };

/** Matches the phrase in either form of Unicode, with any spaces for its own: none that breaks the line. */
function patternOf(phrase: string): RegExp {
  const spellings = [...new Set([phrase, phrase.normalize('NFC'), phrase.normalize('NFD')])];
  const patterns = spellings.map((spelling) =>
    spelling.replace(/[^\S\r\n]+|[^\p{L}\p{M}\p{N}]/gu, (sign) =>
      sign.trim() === ''
        ? `[^\\S\\r\\n]{${sign.length},${sign.length + 99}}`
        : (ALIKE[sign] ?? `\\u{${sign.codePointAt(0)!.toString(16)}}`),
    ),
  );
  // redos-disable-next-line -- letters, single signs, and runs of 100 spaces at most
  return new RegExp(patterns.join('|'), 'gu');
}

/**
 * Cuts a text around the places of the phrase that the replacement would change: each second part is one. `source` is
 * what is cut in place of the text, and `beginOf` says where a character of the text begins in it.
 */
function cutAt(
  text: string,
  phrase: string,
  replacement: string,
  { source, beginOf }: { source: string; beginOf: (at: number) => number | undefined } = {
    source: text,
    beginOf: (at) => at,
  },
): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(patternOf(phrase))) {
    const [begin, end] = [beginOf(index), beginOf(index + found.length)];
    if (begin === undefined || end === undefined || found === replacement) continue;
    parts.push(source.slice(from, begin), source.slice(begin, end));
    from = end;
  }
  return [...parts, source.slice(from)];
}

/** The same of HTML, where readers see the phrase, which begins and ends within no entity. */
function cutHtmlAt(html: string, phrase: string, replacement: string): string[] {
  const text = decodeEntities(html);
  if (!patternOf(phrase).test(text)) return [html];
  /** Where each character that readers see begins in the HTML. */
  const begins = new Map<number, number>();
  let length = 0;
  for (const { 0: token, index } of html.matchAll(/&[a-z\d#]{1,40};|[^]/gi)) {
    begins.set(length, index);
    length += decodeEntities(token).length;
  }
  begins.set(length, html.length);
  return cutAt(text, phrase, replacement, { source: html, beginOf: (at) => begins.get(at) });
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const AROUND = 60;
const MAX_CUTS = 3;

/** The text around the first places of the phrase. */
function cutsOf(parts: readonly string[]): [string, string, string][] {
  const places = parts.flatMap((_, at) => (at % 2 === 1 ? [at] : [])).slice(0, MAX_CUTS);
  return places.map((at) => [ending(parts[at - 1]!), parts[at]!, beginning(parts[at + 1]!)]);
}

function ending(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > AROUND ? `…${line.slice(-AROUND)}` : line;
}

function beginning(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  const start = beginningOf(line, AROUND);
  return start === line ? line : `${start}…`;
}
