import { Parser } from 'htmlparser2';
import { allowedElement, isBlockLevel } from '#contract/post-body/allowed-elements.ts';

export type HtmlToken =
  | { type: 'open'; name: string; attributes: Readonly<Record<string, string>> }
  | { type: 'close'; name: string }
  | { type: 'text'; text: string };

/** No text is nested like this; the parser takes quadratic time in the depth. */
const MAX_DEPTH = 200;

/** HTML whose elements are nested too deeply. */
export class TooDeep extends Error {}

/**
 * Splits HTML into tags and text with decoded entities; comments are left out. Every element is closed, in the right
 * order. Throws TooDeep.
 */
export function parseTokens(html: string): HtmlToken[] {
  const tokens: HtmlToken[] = [];
  let depth = 0;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1;
      if (depth > MAX_DEPTH) throw new TooDeep();
      tokens.push({ type: 'open', name, attributes });
    },
    onclosetag: (name) => {
      depth -= 1;
      tokens.push({ type: 'close', name });
    },
    ontext: (text) => {
      const last = tokens.at(-1);
      if (last?.type === 'text') last.text += text;
      else tokens.push({ type: 'text', text });
    },
  });
  parser.write(html.replaceAll('\0', ''));
  parser.end();
  return tokens;
}

export function writeTokens(tokens: readonly HtmlToken[]): string {
  return tokens.map(writeToken).join('');
}

function writeToken(token: HtmlToken): string {
  if (token.type === 'text') return escape(token.text);
  if (token.type === 'close') return allowedElement(token.name)?.kind === 'void' ? '' : `</${token.name}>`;
  const attributes = Object.entries(token.attributes).map(([name, value]) => ` ${name}="${escape(value)}"`);
  return `<${token.name}${attributes.join('')}>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

type Tag = Exclude<HtmlToken, { type: 'text' }>;

/** Elements that posts may not contain and that nevertheless are blocks. */
const OTHER_BLOCKS: ReadonlySet<string> = new Set([
  'section',
  'article',
  'header',
  'footer',
  'main',
  'aside',
  'nav',
  'center',
  'address',
  'form',
  'fieldset',
  'details',
  'summary',
  'h1',
  'h5',
  'h6',
  'iframe',
  'script',
  'style',
]);

/** Whether an element is a block on the page, allowed in posts or not. */
export function isBlock(name: string): boolean {
  return isBlockLevel(name) || OTHER_BLOCKS.has(name);
}

type State = {
  out: HtmlToken[];
  /** The paragraph that is being read, outside blocks. */
  paragraph: HtmlToken[];
  blocks: string[];
  /** Open inline elements of the paragraph. */
  inline: number;
  breaksInBlocks: boolean;
};

/**
 * Adds what WordPress' earlier editor leaves to the page (`wpautop`): text outside blocks becomes paragraphs, which a
 * blank line ends, and other line breaks become `<br>`, inside blocks only with `breaksInBlocks`. Preformatted text is
 * not changed.
 */
export function addParagraphs(
  tokens: readonly HtmlToken[],
  { breaksInBlocks }: { breaksInBlocks: boolean },
): HtmlToken[] {
  const state: State = { out: [], paragraph: [], blocks: [], inline: 0, breaksInBlocks };
  for (const token of tokens) {
    if (token.type === 'text') addText(state, token.text);
    else if (isBlock(token.name) && (state.blocks.length > 0 || state.inline === 0)) addBlockTag(state, token);
    else addInlineTag(state, token);
  }
  endParagraph(state);
  return state.out;
}

/** Elements whose text is no embedding: links, and what is preformatted. */
const NOT_EMBEDDING = ['a', 'pre', 'code', 'script', 'style'];

/**
 * Turns each line that is only an address into a link: WordPress shows there what the address leads to, such as a video.
 */
export function linkAddresses(tokens: readonly HtmlToken[]): HtmlToken[] {
  const open: string[] = [];
  return tokens.flatMap((token): HtmlToken[] => {
    if (token.type === 'open') open.push(token.name);
    if (token.type === 'close') open.pop();
    const href = token.type === 'text' ? token.text.trim() : '';
    if (!/^https?:\/\/\S+$/i.test(href) || open.some((name) => NOT_EMBEDDING.includes(name))) return [token];
    return [
      { type: 'open', name: 'a', attributes: { href } },
      { type: 'text', text: href },
      { type: 'close', name: 'a' },
    ];
  });
}

function addText(state: State, text: string): void {
  const { out, paragraph, blocks, inline } = state;
  if (blocks.length > 0 && (!state.breaksInBlocks || blocks.includes('pre'))) out.push({ type: 'text', text });
  else if (blocks.length > 0) append(out, splitLines(isBlockTag(out.at(-1)) ? text.trimStart() : text, out.at(-1)));
  else if (inline > 0) append(paragraph, splitLines(text, paragraph.at(-1)));
  else {
    for (const [n, part] of splitAtBlankLines(text).entries()) {
      if (n > 0) endParagraph(state);
      append(state.paragraph, splitLines(part, state.paragraph.at(-1)));
    }
  }
}

function addBlockTag(state: State, tag: Tag): void {
  const { out, blocks } = state;
  if (blocks.length === 0) endParagraph(state);
  else if (!blocks.includes('pre')) while (isLayout(out.at(-1))) out.pop();
  if (tag.type === 'open') blocks.push(tag.name);
  else blocks.pop();
  out.push(tag);
}

function addInlineTag(state: State, tag: Tag): void {
  if (state.blocks.length > 0) state.out.push(tag);
  else {
    state.inline += tag.type === 'open' ? 1 : -1;
    state.paragraph.push(tag);
  }
}

function endParagraph(state: State): void {
  const { paragraph, out } = state;
  while (isLayout(paragraph.at(-1))) paragraph.pop();
  while (isLayout(paragraph[0])) paragraph.shift();
  if (paragraph.length > 0) {
    out.push({ type: 'open', name: 'p', attributes: {} });
    append(out, paragraph);
    out.push({ type: 'close', name: 'p' });
  }
  state.paragraph = [];
}

/** Arguments of one call are limited, so that a long list is not spread. */
function append(tokens: HtmlToken[], more: readonly HtmlToken[]): void {
  for (const token of more) tokens.push(token);
}

function splitAtBlankLines(text: string): string[] {
  const parts: string[][] = [[]];
  const lines = text.split('\n');
  for (const [n, line] of lines.entries()) {
    const isBlank = line.trim() === '' && n > 0 && n < lines.length - 1;
    if (isBlank) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.map((part) => part.join('\n'));
}

/** A line break is a `<br>`, but for one that follows a `<br>`. */
function splitLines(text: string, before: HtmlToken | undefined): HtmlToken[] {
  const isAfterBreak = before?.type === 'close' && before.name === 'br';
  const lines = (isAfterBreak ? text.replace(/^\r?\n/, '') : text).split(/\r?\n/);
  if (lines.length < 2) return lines[0] ? [{ type: 'text', text: lines[0].replaceAll(/\s+/g, ' ') }] : [];
  return lines.flatMap((line, n): HtmlToken[] => {
    const lineBreak = { type: 'open', name: 'br', attributes: {} } as const;
    return [...(n > 0 ? [lineBreak, { type: 'close', name: 'br' } as const] : []), { type: 'text', text: line }];
  });
}

const isBlockTag = (token: HtmlToken | undefined): boolean =>
  token !== undefined && token.type !== 'text' && isBlock(token.name);

/** White space or a break, which has no effect at either end of a block. */
const isLayout = (token: HtmlToken | undefined): boolean =>
  token !== undefined && (token.type === 'text' ? token.text.trim() === '' : token.name === 'br');
