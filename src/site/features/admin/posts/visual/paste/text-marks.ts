import { readStyle } from './parse-inert.ts';

/** The marks of a text, in the order in which their elements nest. */
const MARK_TAGS = ['strong', 'em', 'u', 's', 'sub', 'sup', 'code'] as const;
type MarkTag = (typeof MARK_TAGS)[number];
export type Marks = { link: string | null; tags: ReadonlySet<MarkTag> };

export const NO_MARKS: Marks = { link: null, tags: new Set() };

const OF_TAG: Readonly<Record<string, MarkTag>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  cite: 'em',
  dfn: 'em',
  var: 'em',
  u: 'u',
  s: 's',
  strike: 's',
  del: 's',
  sub: 'sub',
  sup: 'sup',
  code: 'code',
  tt: 'code',
  kbd: 'code',
  samp: 'code',
};

/** The marks within an element: those around it, its own, and what its style adds or takes away. */
export function marksWithin(element: Element, { link, tags }: Marks): Marks {
  const next = new Set(tags);
  const own = Object.hasOwn(OF_TAG, element.localName) ? OF_TAG[element.localName] : undefined;
  if (own) next.add(own);
  const set = (mark: MarkTag, isOn: boolean | null): void => {
    if (isOn === true) next.add(mark);
    if (isOn === false) next.delete(mark);
  };
  const style = readStyle(element);
  set('strong', isBold(style.get('font-weight')));
  set('em', isItalic(style.get('font-style')));
  const line = style.get('text-decoration-line') ?? style.get('text-decoration') ?? '';
  if (line.includes('line-through')) next.add('s');
  // Links are underlined anyway.
  if (line.includes('underline') && !link && element.localName !== 'a') next.add('u');
  if (line.startsWith('none')) for (const mark of ['u', 's'] as const) if (mark !== own) next.delete(mark);
  const align = style.get('vertical-align');
  if (align === 'sub') next.add('sub');
  if (align === 'super') next.add('sup');
  return { link, tags: next };
}

/** Null where the style does not say. */
function isBold(weight: string | undefined): boolean | null {
  if (weight === undefined || weight === 'inherit') return null;
  return weight === 'bold' || weight === 'bolder' || Number(weight) >= 600;
}

function isItalic(style: string | undefined): boolean | null {
  if (style === undefined || style === 'inherit') return null;
  return style.startsWith('italic') || style.startsWith('oblique');
}

/** Puts the elements of the marks around a node. */
export function markNode(node: Node, { link, tags }: Marks, doc: Document): Node {
  let marked = node;
  for (const tag of MARK_TAGS.toReversed()) {
    if (!tags.has(tag)) continue;
    const element = doc.createElement(tag);
    element.append(marked);
    marked = element;
  }
  if (!link) return marked;
  const anchor = doc.createElement('a');
  anchor.setAttribute('href', link);
  anchor.append(marked);
  return anchor;
}
