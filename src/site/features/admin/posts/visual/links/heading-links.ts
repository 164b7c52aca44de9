import type { Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { nameHeadings } from '#contract/post-body/heading-ids.ts';

/** A heading of the document, with the id that it has on the page of the post. */
export type LinkedHeading = { at: number; title: string; id: string };

const LEVELS: Readonly<Record<string, number>> = { h2: 2, h3: 3, h4: 4 };

export function listHeadings(doc: Node): LinkedHeading[] {
  const found: { at: number; level: number; title: string; own: string | null }[] = [];
  doc.descendants((node, at) => {
    const level = LEVELS[node.type.name];
    if (level) found.push({ at, level, title: titleOf(node), own: node.attrs['id'] as string | null });
    return !node.isTextblock;
  });
  const ids = nameHeadings(found);
  return found.map(({ at, title }, index) => ({ at, title, id: ids[index] ?? '' }));
}

/** Whether a text is a footnote, which is shown at the end of the page. */
export const isNote = ({ marks }: Node): boolean =>
  marks.some(({ attrs }) => typeof attrs['data-footnote'] === 'string');

/** The text of a heading without its footnotes, on one line. */
function titleOf(heading: Node): string {
  return heading.children
    .filter((child) => !isNote(child))
    .map((child) => (child.type.name === 'br' ? ' ' : child.textContent))
    .join('')
    .trim();
}

/** Writes the id of a linked heading into it, so that the link still leads there when the heading is reworded. */
export function nameHeading(tr: Transaction, href: string): Transaction {
  const heading = listHeadings(tr.doc).find(({ id }) => href === `#${id}`);
  return heading ? tr.setNodeAttribute(heading.at, 'id', heading.id) : tr;
}
