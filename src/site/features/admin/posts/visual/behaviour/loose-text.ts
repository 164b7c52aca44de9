import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, type Transaction } from '@tiptap/pm/state';

/** Marks a transaction that shows a document as it was read. */
export const OPENED = 'opened';

/**
 * Makes paragraphs of text without an element where an edit put it: two such lines beside each other would become one
 * line in the HTML, and a line that leaves a list is a paragraph.
 */
export const LooseText = Extension.create({
  name: 'looseText',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, before, after) => {
        if (!transactions.some(({ docChanged }) => docChanged)) return null;
        // Undo brings back what was there.
        if (transactions.some((tr) => tr.getMeta(OPENED) || tr.getMeta('history$'))) return null;
        const positions = [...adjacentLoose(after.doc), ...newLoose(before.doc, after.doc)];
        return positions.length > 0 ? toParagraphs(after.tr, new Set(positions)) : null;
      },
    }),
  ],
});

function toParagraphs(tr: Transaction, positions: Set<number>): Transaction {
  const { p } = tr.doc.type.schema.nodes;
  if (p) for (const at of positions) tr.setNodeMarkup(at, p);
  return tr;
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
