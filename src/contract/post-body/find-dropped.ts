import { allowedElement } from './allowed-elements.ts';
import { splitMarkup } from './split-markup.ts';

/** The page writes these itself. */
const REWRITTEN = ['h1'];

/**
 * What the public page does not show of this content: names of elements, `!--` for comments, and attributes such as
 * `style=`; each once, in alphabetical order, elements first.
 */
export function findDropped(content: string): string[] {
  const elements = new Set<string>();
  const attributes = new Set<string>();
  for (const token of splitMarkup(content)) {
    if (token.type === 'comment') elements.add('!--');
    if (token.type !== 'tag' || REWRITTEN.includes(token.name)) continue;
    const allowed = allowedElement(token.name);
    if (!allowed) elements.add(token.name);
    else for (const name of token.attributes) if (!allowed.attributes.includes(name)) attributes.add(`${name}=`);
  }
  return [...[...elements].toSorted(), ...[...attributes].toSorted()];
}
