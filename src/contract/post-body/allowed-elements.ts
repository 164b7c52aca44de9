/**
 * The HTML that a post may contain, in one table: the sanitiser (`render-body.ts`) and the schema of the visual editor
 * are built from it.
 */

/**
 * `block` holds blocks and text, `text` (p, headings) only text, `mark` is an inline element around text, `void` has no
 * content, `part` stands only inside the elements that name it.
 */
export type ElementKind = 'block' | 'text' | 'mark' | 'void' | 'part';

/** What an element may hold: blocks and loose text, inline content only, nothing, or these parts in this order. */
export type ContentModel = 'flow' | 'inline' | 'empty' | { parts: readonly string[]; andFlow?: true };

export type AllowedElement = { kind: ElementKind; content: ContentModel; attributes: readonly string[] };

const element = (kind: ElementKind, content: ContentModel, attributes: readonly string[] = []): AllowedElement => ({
  kind,
  content,
  attributes,
});
const text = (...attributes: string[]) => element('text', 'inline', attributes);
const mark = (...attributes: string[]) => element('mark', 'inline', attributes);

export const ALLOWED_ELEMENTS = {
  p: text(),
  h2: text('id'),
  h3: text('id'),
  h4: text('id'),
  pre: text(),
  hr: element('void', 'empty'),
  ul: element('block', { parts: ['li'] }),
  ol: element('block', { parts: ['li'] }, ['start', 'reversed']),
  li: element('part', 'flow'),
  dl: element('block', { parts: ['dt', 'dd'] }),
  dt: element('part', 'inline'),
  dd: element('part', 'flow'),
  blockquote: element('block', 'flow'),
  div: element('block', 'flow'),
  figure: element('block', { parts: ['figcaption'], andFlow: true }),
  figcaption: element('part', 'inline'),
  table: element('block', { parts: ['caption', 'thead', 'tbody', 'tfoot'] }),
  caption: element('part', 'inline'),
  thead: element('part', { parts: ['tr'] }),
  tbody: element('part', { parts: ['tr'] }),
  tfoot: element('part', { parts: ['tr'] }),
  tr: element('part', { parts: ['th', 'td'] }),
  th: element('part', 'flow', ['scope', 'colspan', 'rowspan', 'align']),
  td: element('part', 'flow', ['colspan', 'rowspan', 'align']),
  br: element('void', 'empty'),
  img: element('void', 'empty', ['src', 'srcset', 'sizes', 'alt', 'title', 'width', 'height', 'loading']),
  a: mark('href', 'title', 'rel', 'target'),
  strong: mark(),
  b: mark(),
  em: mark(),
  i: mark(),
  u: mark(),
  s: mark(),
  sub: mark(),
  sup: mark(),
  /** With `data-footnote` it is a footnote, which the page moves to the end. */
  small: mark('data-footnote'),
  mark: mark(),
  abbr: mark('title'),
  q: mark(),
  cite: mark(),
  code: mark(),
  span: mark(),
} as const satisfies Record<string, AllowedElement>;

export type AllowedTag = keyof typeof ALLOWED_ELEMENTS;
export const ALLOWED_TAGS = Object.keys(ALLOWED_ELEMENTS) as AllowedTag[];

/** The element of this name, or undefined where posts may not contain it. */
export function allowedElement(tag: string): AllowedElement | undefined {
  return Object.hasOwn(ALLOWED_ELEMENTS, tag) ? ALLOWED_ELEMENTS[tag as AllowedTag] : undefined;
}

/** Void elements that stand in a line of text. */
const INLINE_VOID = ['br', 'img'];

/** A line break between the tags of two such elements is layout. */
export function isBlockLevel(tag: string): boolean {
  const { kind } = allowedElement(tag) ?? {};
  return tag === 'h1' || (kind !== undefined && kind !== 'mark' && !INLINE_VOID.includes(tag));
}
