import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, type Transaction } from '@tiptap/pm/state';

/** Marks a transaction that shows a document as it was read. */
export const OPENED = 'opened';

/**
 * Makes paragraphs of text without an element where an edit put it: two such lines beside each other would become one
 * line in the HTML, and a line that leaves a list is a paragraph. The items of a
 * new list hold their text without a paragraph.
 */
export const LooseText = Extension.create({
  name: 'looseText',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, before, after) => {
        if (!transactions.some(({ docChanged }) => docChanged)) return null;
        // Undo brings back what was there.
        if (transactions.some((tr) => tr.getMeta(OPENED) || tr.getMeta('history$'))) return null;
        const toP = new Set([...adjacentLoose(after.doc), ...newLoose(before.doc, after.doc)]);
        const toLoose = newListParagraphs(before.doc, after.doc, transactions);
        if (toP.size + toLoose.length === 0) return null;
        return setTypes(setTypes(after.tr, toP, 'p'), toLoose, 'loose');
      },
    }),
  ],
});

function setTypes(tr: Transaction, positions: Iterable<number>, name: string): Transaction {
  const type = tr.doc.type.schema.nodes[name];
  for (const at of positions) tr.setNodeMarkup(at, type);
  return tr;
}

/** The paragraphs of a list that was just made of paragraphs: its items hold their text without one. */
function newListParagraphs(before: Node, after: Node, transactions: readonly Transaction[]): number[] {
  // By place: a paragraph that is edited is another node.
  const known = new Set<number>();
  before.descendants((node, at, parent) => {
    if (parent?.type.name === 'li' && node.type.name === 'p')
      known.add(transactions.reduce((place, { mapping }) => mapping.map(place), at));
  });
  const found: number[] = [];
  after.descendants((list, listAt) => {
    if (list.type.name !== 'ul' && list.type.name !== 'ol') return;
    const items: number[] = [];
    list.forEach((item, at) => {
      const [first, ...rest] = item.children;
      const isPlain = first?.type.name === 'p' && rest.every(({ isTextblock }) => !isTextblock);
      const firstAt = listAt + at + 2;
      if (isPlain) items.push(known.has(firstAt) ? -1 : firstAt);
    });
    if (!items.includes(-1)) found.push(...items);
  });
  return found;
}

function adjacentLoose(doc: Node): number[] {
  const found: number[] = [];
  doc.descendants((node, at, parent, index) => {
    if (node.isTextblock && node.type.name === 'loose') {
      const beside = [parent?.maybeChild(index - 1), parent?.maybeChild(index + 1)];
      if (beside.some((sibling) => sibling?.type.name === 'loose')) found.push(at);
    }
    return !node.isTextblock;
  });
  return found;
}

function newLoose(before: Node, after: Node): number[] {
  const isLoose = (node: Node): boolean => node.type.name === 'loose';
  const known = before.children.filter(isLoose);
  const found: number[] = [];
  after.forEach((node, at) => {
    if (isLoose(node) && !known.includes(node)) found.push(at);
  });
  return after.children.filter(isLoose).length > known.length ? found : [];
}
