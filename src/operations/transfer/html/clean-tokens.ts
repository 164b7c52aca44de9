import { allowedElement } from '#contract/post-body/allowed-elements.ts';
import { type HtmlToken, isBlock } from './tokens.ts';

type Open = Extract<HtmlToken, { type: 'open' }>;
type Attributes = Open['attributes'];

export type CleanOptions = {
  /** The new address of a picture, or null to drop it. */
  pictureAt: (attributes: Attributes) => string | null;
  /** The new address of a link, or null to keep its text only. */
  linkTo: (href: string) => string | null;
  /** Is told what became a link, such as an iframe. */
  onEmbedded: (element: string, href: string) => void;
};

/** Elements of the same meaning that posts may contain. */
export const RENAMED: Readonly<Record<string, string>> = {
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  strike: 's',
  del: 's',
  ins: 'u',
  tt: 'code',
  kbd: 'code',
  samp: 'code',
  dfn: 'em',
};
/** Elements that are removed with what they hold. */
const REMOVED: ReadonlySet<string> = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'title',
  'svg',
  'math',
  'canvas',
  'object',
  'applet',
  'map',
  'textarea',
  'select',
  'option',
  'datalist',
  'button',
  'frameset',
  'xmp',
  'plaintext',
  'noembed',
  'noframes',
]);
/** Elements that show something of another address, which becomes a link. */
const EMBEDDED: ReadonlySet<string> = new Set(['iframe', 'video', 'audio', 'embed']);

/** An open element of the input: its name in the output, and whether its address is still to come (`<source>`). */
type OpenElement = { written: string | null; isRemoved: boolean; needsAddress: boolean };
type State = { out: HtmlToken[]; open: OpenElement[]; options: CleanOptions };

/**
 * Brings tokens of any HTML to elements of the allow-list: renames equivalents, removes what cannot be kept, unwraps the
 * rest, and lets `options` decide about pictures and links. The sanitiser still decides what is stored.
 */
export function cleanTokens(tokens: readonly HtmlToken[], options: CleanOptions): HtmlToken[] {
  const state: State = { out: [], open: [], options };
  for (const token of tokens) {
    if (token.type === 'open') openElement(state, token);
    else if (token.type === 'close') closeElement(state);
    else if (!isRemoved(state)) addText(state, token.text);
  }
  return state.out;
}

const isRemoved = ({ open }: State): boolean => open.at(-1)?.isRemoved ?? false;

function openElement(state: State, token: Open): void {
  const { open, out } = state;
  const parent = open.at(-1);
  if (isRemoved(state) || REMOVED.has(token.name) || EMBEDDED.has(token.name)) {
    const isSource = token.name === 'source' && parent?.needsAddress;
    const needsAddress = !isRemoved(state) && EMBEDDED.has(token.name);
    open.push({ written: null, isRemoved: true, needsAddress });
    if ((isSource || needsAddress) && addEmbedded(state, token))
      (isSource ? parent : open.at(-1)!).needsAddress = false;
    return;
  }
  const name = nameOf(token);
  if (isBlock(name) && open.some(({ written }) => written !== null && isCaption(written))) {
    addLineBreak(out);
    open.push({ written: null, isRemoved: false, needsAddress: false });
    return;
  }
  const attributes = allowedElement(name) ? attributesOf(name, token.attributes, state.options) : null;
  if (attributes) out.push({ type: 'open', name, attributes });
  open.push({ written: attributes ? name : null, isRemoved: false, needsAddress: false });
}

/** Parts that hold text only, such as captions: Ghost writes paragraphs in them. */
function isCaption(name: string): boolean {
  const { kind, content } = allowedElement(name) ?? {};
  return kind === 'part' && content === 'inline';
}

/** A block in a caption begins a line. */
function addLineBreak(out: HtmlToken[]): void {
  const last = out.at(-1);
  if (last?.type === 'text' && last.text.trim() === '') out.pop();
  const before = out.at(-1);
  if (before?.type === 'text' || (before?.type === 'close' && before.name !== 'br'))
    out.push({ type: 'open', name: 'br', attributes: {} }, { type: 'close', name: 'br' });
}

/** What the editors of WordPress and Ghost write as styles, and posts have as elements. */
const STYLED: readonly [RegExp, string][] = [
  [/text-decoration(?:-line)?:underline/, 'u'],
  [/text-decoration(?:-line)?:line-through/, 's'],
  [/font-weight:(?:bold|[6-9]00)/, 'strong'],
  [/font-style:italic/, 'em'],
];

const styleOf = ({ style }: Attributes): string => (style ?? '').toLowerCase().replaceAll(/\s/g, '');

function nameOf({ name, attributes }: Open): string {
  const style = styleOf(attributes);
  if (name === 'span') return STYLED.find(([pattern]) => pattern.test(style))?.[1] ?? name;
  // WordPress colours text with it.
  if (name === 'mark' && style.includes('background-color:rgba(0,0,0,0)')) return 'span';
  return RENAMED[name] ?? (!allowedElement(name) && isBlock(name) ? 'div' : name);
}

/** How the text of a cell is aligned: WordPress' blocks have it in `data-align`. */
function alignOf(attributes: Attributes): string | undefined {
  const { align = attributes['data-align'] ?? '' } = attributes;
  return (
    /text-align:(center|right)/.exec(styleOf(attributes))?.[1] ?? /^(?:center|right)$/i.exec(align)?.[0].toLowerCase()
  );
}

/** The attributes to write, or null where the element is not written. */
function attributesOf(name: string, given: Attributes, options: CleanOptions): Attributes | null {
  const allowed: readonly string[] = allowedElement(name)?.attributes ?? [];
  const {
    srcset: _srcset,
    sizes: _sizes,
    align: _align,
    ...kept
  } = Object.fromEntries(Object.entries(given).filter(([attribute]) => allowed.includes(attribute)));
  if (name === 'img') return withAddress(kept, 'src', options.pictureAt(given));
  const align = allowed.includes('align') ? alignOf(given) : undefined;
  if (align) return { ...kept, align };
  if (name === 'a' && given['href'] !== undefined) return withAddress(kept, 'href', options.linkTo(given['href']));
  return kept;
}

const withAddress = (attributes: Attributes, name: string, address: string | null): Attributes | null =>
  address === null ? null : { ...attributes, [name]: address };

/** Writes a link in place of what is shown of another address. Returns false where the element names none. */
function addEmbedded({ out, open, options }: State, { name, attributes }: Open): boolean {
  const href = attributes['src'] ? options.linkTo(attributes['src']) : null;
  if (href === null) return false;
  options.onEmbedded(name, href);
  const isInText = open.some(({ written }) => written !== null && allowedElement(written)?.content === 'inline');
  if (!isInText) out.push({ type: 'open', name: 'p', attributes: {} });
  out.push(
    { type: 'open', name: 'a', attributes: { href } },
    { type: 'text', text: href },
    { type: 'close', name: 'a' },
  );
  if (!isInText) out.push({ type: 'close', name: 'p' });
  return true;
}

/** Elements that are nothing on the page when they hold nothing. */
const MAY_GO: ReadonlySet<string> = new Set([
  'p',
  'div',
  'figure',
  'figcaption',
  'ul',
  'ol',
  'span',
  'a',
  'strong',
  'b',
  'em',
  'i',
  'u',
]);

function closeElement({ out, open }: State): void {
  const { written = null } = open.pop() ?? {};
  if (written === null) return;
  const last = out.at(-1);
  if (last?.type === 'open' && last.name === written && MAY_GO.has(written)) out.pop();
  else out.push({ type: 'close', name: written });
}

/** A line break of the source is layout, except in preformatted text: in the content of a post it would be a break. */
function addText({ out, open }: State, text: string): void {
  if (open.some(({ written }) => written === 'pre')) out.push({ type: 'text', text });
  else {
    const last = out.at(-1);
    const isAfterBlock = last === undefined || (last.type !== 'text' && isBlock(last.name));
    const line = text.replaceAll(/[\t\r\n ]+/g, ' ');
    const kept = isAfterBlock ? line.trimStart() : line;
    if (kept !== '') out.push({ type: 'text', text: kept });
  }
}
