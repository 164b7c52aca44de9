import { isBlockLevel } from './allowed-elements.ts';
import { type MarkupToken, splitMarkup } from './split-markup.ts';

/** They stand on the line of their row. */
const CELLS = ['td', 'th'];

/**
 * Gives each block of one-line content a line of its own. The page stays the same: a line break between two block-level
 * tags is layout. Content that has line breaks is returned as it is.
 */
export function layOutLines(content: string): string {
  if (/[\r\n]/.test(content)) return content;
  const tokens = splitMarkup(content);
  return tokens.map((token, at) => (isLineEnd(tokens[at - 1], token) ? '\n' : '') + token.raw).join('');
}

function isLineEnd(before: MarkupToken | undefined, token: MarkupToken): boolean {
  if (before?.type !== 'tag' || token.type !== 'tag') return false;
  if (!isBlockLevel(before.name) || !isBlockLevel(token.name) || CELLS.includes(token.name)) return false;
  if (!isClosing(token)) return true;
  // An empty element stays on one line, and a row with its cells.
  return isClosing(before) && !CELLS.includes(before.name);
}

const isClosing = ({ raw }: MarkupToken): boolean => raw.startsWith('</');
