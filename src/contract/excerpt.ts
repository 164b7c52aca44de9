import { EXCERPT_FALLBACK_LENGTH } from './limits.ts';

/** What browsers do not show: comments, and scripts and style sheets, which end with the content if nothing closes them. */
const HIDDEN =
  // redos-disable-next-line -- a comment ends before the next <!--, and every script or style sheet has an end
  /<!--[^<-]*(?:(?:<(?!!--)|-(?!->))[^<-]*)*-->|<(script|style)(?=[\s/>])[^<>]*>[^]*?(?:<\/\1\s*>|$)/gi;

/** The named entities that are common in posts; `plain_text` in the database has the same. */
const ENTITIES: Record<string, string> = {
  nbsp: ' ',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  middot: '·',
  bull: '•',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  pound: '£',
};

/** The character of an entity; the entity itself where it is unknown, or names a control character or none. */
function decodeEntity(entity: string, decimal?: string, hex?: string, name = ''): string {
  const code = decimal ? Number(decimal) : parseInt(hex ?? '', 16);
  const isCharacter =
    (code >= 32 && code < 127) || (code >= 160 && code < 0xd800) || (code > 0xdfff && code < 0x110000);
  if (isCharacter) return String.fromCodePoint(code);
  return (Object.hasOwn(ENTITIES, name) && ENTITIES[name]) || entity;
}

/** The text with each common entity as its character. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, decodeEntity);
}

/** The inline elements of posts but `small`: a footnote is no part of the word before it. */
const INLINE =
  // redos-disable-next-line -- a tag cannot hold another <, so no character is read twice
  /<\/?(?:a|abbr|b|cite|code|em|i|mark|q|s|span|strong|sub|sup|u)(?=[\s/>])[^<>]*>/gi;

/**
 * The text of HTML content: tags and what is hidden removed, common entities decoded, white space collapsed. A word may be
 * in several inline elements, and ends at any other.
 */
export function textOf(content: string): string {
  const shown = content
    .replace(HIDDEN, ' ')
    .replace(INLINE, '')
    // A < before anything but a name is text, such as an address: <name@firm.example>.
    // redos-disable-next-line -- a tag cannot hold another <, so no character is read twice
    .replace(/<(?:\/?[a-z][a-z0-9:-]*(?=[\s/>])|!)[^<>]*>/gi, ' ');
  return decodeEntities(shown)
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
    .trim();
}

/** A footnote in the text, which is shown at the end of the page. */
// redos-disable-next-line -- it ends before the next <small, so no character is read twice
const FOOTNOTE = /<small data-footnote[^<>]*>[^<]*(?:<(?!\/?small\b)[^<]*)*<\/small>/g;

/**
 * The excerpt of a card: the post's own, else the first 150 characters of the text of its content, without footnotes,
 * and an ellipsis (specification §5).
 */
export function excerptOf(post: { excerpt: string | null; content: string }): string {
  const own = post.excerpt?.trim();
  if (own) return own;
  return `${beginningOf(textOf(post.content.replace(FOOTNOTE, '')), EXCERPT_FALLBACK_LENGTH)}...`;
}

/** The first characters of a text, at most so many, without a part of a letter with signs, such as the Devanagari कि. */
export function beginningOf(text: string, length: number): string {
  const beginning = Array.from(text).slice(0, length).join('');
  const next = new Intl.Segmenter('en').segment(text).containing(beginning.length);
  return text.slice(0, next?.index);
}

/** What three lines of a card hold, on every screen. */
const CARD_LENGTH = 110;

/**
 * The excerpt on a card of a list: one that the post has itself ends after a sentence, or else after a word. The first 150 characters of the
 * specification stay as they are.
 */
export function cardExcerptOf(excerpt: string): string {
  const letters = Array.from(excerpt);
  if (letters.length <= CARD_LENGTH || excerpt.endsWith('...')) return excerpt;
  const start = letters.slice(0, CARD_LENGTH).join('');
  const [sentences = ''] = /^.*[.?!](?= )/s.exec(start) ?? [];
  if (sentences.length > CARD_LENGTH / 2) return sentences;
  const end = start.lastIndexOf(' ');
  return `${withoutStopsAtEnd(start.slice(0, end > 0 ? end : undefined))}…`;
}

/** `text` without spaces and punctuation at its end. */
function withoutStopsAtEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s.,;:–—]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
