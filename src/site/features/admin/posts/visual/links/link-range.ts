import { getMarkRange } from '@tiptap/core';
import type { EditorState, Transaction } from '@tiptap/pm/state';

export type LinkValues = { text: string; href: string; opensNewTab: boolean };
/** A selected text, or the link around the caret. */
export type LinkRange = LinkValues & {
  from: number;
  to: number;
  isLink: boolean;
  /** Text of one block, which the dialog can change. */
  isPlainText: boolean;
};

/** What the dialog edits: the link at the selection with its whole text, or the selected text. */
export function readLinkRange({ selection, doc, schema }: EditorState): LinkRange {
  const type = schema.marks['a']!;
  const around = getMarkRange(selection.$from, type) ?? getMarkRange(selection.$to, type);
  const isWithin = around && (selection.empty || (around.from <= selection.from && selection.to <= around.to));
  const { from, to } = isWithin ? around : selection;
  let mark: { attrs: Record<string, unknown> } | undefined;
  let isPlainText = doc.resolve(from).sameParent(doc.resolve(to));
  doc.nodesBetween(from, to, (node) => {
    mark ??= type.isInSet(node.marks);
    if (node.isInline && !node.isText) isPlainText = false;
  });
  const href = mark?.attrs['href'];
  return {
    from,
    to,
    text: isPlainText ? doc.textBetween(from, to) : '',
    href: typeof href === 'string' ? href : '',
    opensNewTab: mark?.attrs['target'] === '_blank',
    isLink: mark !== undefined,
    isPlainText,
  };
}

/** Links the range; its text is replaced only where it was changed, so that bold and italic in it stay. */
export function applyLink(tr: Transaction, range: LinkRange, { text, href, opensNewTab }: LinkValues): Transaction {
  const { schema } = tr.doc.type;
  const link = schema.marks['a']!.create({ href, target: opensNewTab ? '_blank' : null });
  let { to } = range;
  if (range.isPlainText && text !== range.text) {
    const marks = tr.doc.resolve(range.from).marksAcross(tr.doc.resolve(range.to)) ?? [];
    tr.replaceWith(range.from, range.to, schema.text(text, marks));
    to = range.from + text.length;
  }
  return tr.removeMark(range.from, to, schema.marks['a']).addMark(range.from, to, link).removeStoredMark(link.type);
}

export function removeLink(tr: Transaction, { from, to }: LinkRange): Transaction {
  return tr.removeMark(from, to, tr.doc.type.schema.marks['a']);
}
