import { z } from 'zod';
import { decodeEntities } from '#contract/excerpt.ts';
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
  /** The text without marks, cut around each place of the phrase: what is before, and what is after. */
  cuts: readonly [before: string, after: string][];
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
  return listTexts(page.schema, draft, [])
    .filter(({ text }) => text.includes(phrase))
    .map(({ path, text }) => {
      const changed = fromDraft(
        page.schema,
        withText(
          draft,
          path,
          text.replaceAll(phrase, () => replacement),
        ),
      );
      const { success, data } = page.schema.safeParse(changed);
      return {
        key: `${page.name}.${path.join('.')}`,
        where: words.inPage(page.heading, locate(page.schema, path).label),
        cuts: cutsBetween(text.split(phrase)),
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
export const SEARCHED_FIELDS = Object.keys(POST_FIELDS) as (keyof typeof POST_FIELDS)[];

/** The fields of a post that contain the phrase. Only the text of its content counts, not its marks and addresses. */
export function findInPost(post: AdminPost, phrase: string, replacement: string): PostPlace[] {
  return SEARCHED_FIELDS.flatMap((field) => {
    const value = post[field] ?? '';
    const isHtml = field === 'content';
    const changed = isHtml ? replaceInHtml(value, phrase, replacement) : value.replaceAll(phrase, () => replacement);
    const cuts = isHtml
      ? textsOf(value).flatMap((text) => cutsBetween(splitAt(text, phrase).map(decodeEntities)))
      : cutsBetween(value.split(phrase));
    if (cuts.length === 0) return [];
    const where = words.inPost(post.title, POST_FIELDS[field]);
    return [{ key: `${post.id}.${field}`, where, cuts, post, change: { [field]: changed } }];
  });
}

const textsOf = (html: string): string[] =>
  splitMarkup(html).flatMap(({ type, raw }) => (type === 'text' ? [raw] : []));

/** Replaces the phrase in the texts of HTML; every other character stays as it is. */
export function replaceInHtml(html: string, phrase: string, replacement: string): string {
  return splitMarkup(html)
    .map(({ type, raw }) => (type === 'text' ? splitAt(raw, phrase).join(escaped(replacement)) : raw))
    .join('');
}

/** The parts of a text of HTML between the places where readers see the phrase, which begins and ends within no entity. */
function splitAt(html: string, phrase: string): string[] {
  const text = decodeEntities(html);
  if (!text.includes(phrase)) return [html];
  const parts: string[] = [];
  /** Where each character that readers see begins in the HTML. */
  const begins = new Map<number, number>();
  let length = 0;
  for (const { 0: token, index } of html.matchAll(/&[a-z\d#]{1,40};|[^]/gi)) {
    begins.set(length, index);
    length += decodeEntities(token).length;
  }
  begins.set(length, html.length);
  let from = 0;
  for (let at = text.indexOf(phrase), next; at !== -1; at = text.indexOf(phrase, next)) {
    const [begin, end] = [begins.get(at), begins.get(at + phrase.length)];
    next = at + 1;
    if (begin === undefined || end === undefined) continue;
    parts.push(html.slice(from, begin));
    from = end;
    next = at + phrase.length;
  }
  return [...parts, html.slice(from)];
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const AROUND = 60;
const MAX_CUTS = 3;

/** The text around the first places of the phrase. */
function cutsBetween(parts: readonly string[]): [string, string][] {
  return parts.slice(1, MAX_CUTS + 1).map((after, at) => [ending(parts[at]!), beginning(after)]);
}

function ending(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > AROUND ? `…${line.slice(-AROUND)}` : line;
}

function beginning(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > AROUND ? `${line.slice(0, AROUND)}…` : line;
}
