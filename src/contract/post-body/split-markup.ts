import { allowedElement, isBlockLevel } from './allowed-elements.ts';

/** Names of elements that HTML, SVG, MathML or Office programs define and posts may not contain. */
const NAMES =
  // HTML
  'html head body title base link meta style script noscript template slot iframe frame frameset noframes object embed ' +
  'applet param audio video source track canvas picture map area portal form fieldset legend label input button select ' +
  'option optgroup datalist textarea output progress meter details summary dialog menu menuitem article section nav ' +
  'aside header footer main address hgroup search h1 h5 h6 center font big tt strike acronym dir blink marquee nobr ' +
  'basefont bgsound keygen isindex listing plaintext xmp noembed multicol spacer col colgroup bdi bdo data time dfn kbd ' +
  'samp var ins del ruby rb rt rtc rp wbr image ' +
  // SVG and MathML
  'svg g path rect circle ellipse line polyline polygon text tspan defs use symbol clippath mask pattern marker filter ' +
  'lineargradient radialgradient stop foreignobject animate animatetransform animatemotion set desc math mi mn mo ms ' +
  'mtext mrow mfrac msqrt mroot mstyle msub msup msubsup munder mover mtable mtr mtd mglyph annotation annotation-xml';

const KNOWN = new Set(NAMES.split(' '));

/** Such as `o:p` of Word; a web address has no such prefix. */
const OFFICE_PREFIX = /^(?:o|v|w|m|x|st1):/;

/** Whether a tag of this name, in lower case, is markup although posts may not contain it. */
function isKnownElement(name: string): boolean {
  return KNOWN.has(name) || OFFICE_PREFIX.test(name);
}

export type MarkupToken =
  | { type: 'text' | 'comment'; raw: string }
  | { type: 'tag'; raw: string; name: string; attributes: readonly string[] };

/**
 * A tag, a comment or a document type. Attributes in quotes may hold a `<` that begins no tag, so that a search ends at
 * the next possible tag and no character is read twice.
 */
const MARKUP =
  // redos-disable-next-line -- each try ends at the next < that may begin a tag
  /<!--[^]*?-->|<!(?:doctype|\[)[^<>]*>|<\/?([a-z][a-z0-9:-]*)((?:(?:\s+|(?<=["']))[^\s"'<>/=]+(?:\s*=\s*(?:"(?:[^"<]|<(?![a-z/!]))*"|'(?:[^'<]|<(?![a-z/!]))*'|[^\s"'<>]+))?)*)\s*(?:\/\s*)?>/giy;

const ATTRIBUTE =
  // redos-disable-next-line -- the attributes of one tag
  /([^\s"'<>/=]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?/g;

/** Attributes without a value that old HTML has. Another bare word shows that the text is not a tag: `a <b and c> d`. */
const BARE = new Set(
  (
    'reversed hidden nowrap noshade compact open controls async defer checked disabled readonly multiple selected loop ' +
    'muted autoplay playsinline allowfullscreen download border itemscope inert contenteditable draggable onload'
  ).split(' '),
);

/** Names that frameworks write without a value, such as `data-v-1a2b`. */
const GENERATED = /^[a-z_]+-[\w-]+$/;

/**
 * Splits content into text, tags and comments. A `<` that begins none of them is text: names that are no element, such as
 * `<name@firm.example>`, and comparisons, such as `a<b`.
 */
export function splitMarkup(content: string): MarkupToken[] {
  const tokens: MarkupToken[] = [];
  let textFrom = 0;
  let noCommentFrom = content.length;
  for (let at = content.indexOf('<'); at !== -1; at = content.indexOf('<', at)) {
    // An unclosed comment would be searched to the end for each of its beginnings.
    const isOpenComment = content.startsWith('<!--', at) && at >= noCommentFrom;
    const token = isOpenComment ? null : readMarkup(content, at);
    if (!token) {
      if (content.startsWith('<!--', at)) noCommentFrom = Math.min(noCommentFrom, at);
      at += 1;
      continue;
    }
    if (textFrom < at) tokens.push({ type: 'text', raw: content.slice(textFrom, at) });
    tokens.push(token);
    at += token.raw.length;
    textFrom = at;
  }
  if (textFrom < content.length) tokens.push({ type: 'text', raw: content.slice(textFrom) });
  return tokens;
}

function readMarkup(content: string, at: number): MarkupToken | null {
  MARKUP.lastIndex = at;
  const match = MARKUP.exec(content);
  if (!match) return null;
  const [raw, name, rest = ''] = match;
  if (!name) return { type: 'comment', raw };
  const tag = name.toLowerCase();
  if (!allowedElement(tag) && !isKnownElement(tag)) return null;
  const attributes = Array.from(rest.matchAll(ATTRIBUTE), ([, attribute = '', value]) => ({
    name: attribute.toLowerCase(),
    isBare: value === undefined,
  }));
  if (attributes.some((one) => one.isBare && !BARE.has(one.name) && !GENERATED.test(one.name))) return null;
  return { type: 'tag', raw, name: tag, attributes: attributes.map((one) => one.name) };
}

/**
 * Content as HTML for the sanitiser: text is escaped, line breaks become `<br>` (specification §2), except between two
 * block-level tags, where they are layout.
 */
export function contentToHtml(content: string): string {
  const tokens: MarkupToken[] = [];
  for (const token of splitMarkup(content)) {
    const last = tokens.at(-1);
    // Texts before and after a comment are one text.
    if (token.type === 'text' && last?.type === 'text') tokens.splice(-1, 1, { ...last, raw: last.raw + token.raw });
    else if (token.type !== 'comment') tokens.push(token);
  }
  const isBlockTag = (at: number): boolean => {
    const token = tokens[at];
    return token?.type === 'tag' && isBlockLevel(token.name);
  };
  return tokens
    .map((token, at) => {
      if (token.type === 'tag') return token.raw.replace(/[\r\n]+/g, ' ');
      if (isBlockTag(at - 1) && isBlockTag(at + 1) && !token.raw.trim() && /[\r\n]/.test(token.raw)) return '';
      return token.raw.replaceAll('<', '&lt;').replace(/\r\n?|\n/g, '<br>');
    })
    .join('');
}
