import { Parser } from 'htmlparser2';
import { allowedElement } from '#contract/post-body/allowed-elements.ts';

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
export function readTokens(html: string): HtmlToken[] {
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

/** The tokens as HTML. */
export function writeTokens(tokens: readonly HtmlToken[]): string {
  return tokens.map(writeToken).join('');
}

function writeToken(token: HtmlToken): string {
  if (token.type === 'text') return escape(token.text);
  if (token.type === 'close') return isVoid(token.name) ? '' : `</${token.name}>`;
  const attributes = Object.entries(token.attributes).map(([name, value]) => ` ${name}="${escape(value)}"`);
  return `<${token.name}${attributes.join('')}>`;
}

/** Whether an element of the allow-list has no content. */
export function isVoid(name: string): boolean {
  return allowedElement(name)?.kind === 'void';
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
