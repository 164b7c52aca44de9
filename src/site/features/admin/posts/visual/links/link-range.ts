import { getMarkRange } from '@tiptap/core';
import type { Mark } from '@tiptap/pm/model';
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { readAddress } from './read-address.ts';

export type LinkValues = { text: string; href: string; opensNewTab: boolean };
/** A selected text, or the link around the caret. */
export type LinkRange = LinkValues & {
  from: number;
  to: number;
  isLink: boolean;
  /** What the dialog does not show of a link, and a change keeps. */
  kept: { title?: unknown; rel?: unknown };
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
    kept: { title: mark?.attrs['title'], rel: mark?.attrs['rel'] },
    isPlainText,
  };
}

/** Links the range; its text is replaced only where it was changed, so that bold and italic in it stay. */
export function applyLink(tr: Transaction, range: LinkRange, { text, href, opensNewTab }: LinkValues): Transaction {
  const { schema } = tr.doc.type;
  const link = schema.marks['a']!.create({ ...range.kept, href, target: opensNewTab ? '_blank' : null });
  let { to } = range;
  if (range.isPlainText && text !== range.text) {
    const marks = tr.doc.resolve(range.from).marksAcross(tr.doc.resolve(range.to)) ?? [];
    tr.replaceWith(range.from, range.to, schema.text(text, marks));
    to = range.from + text.length;
  }
  return linkText(tr, { from: range.from, to, link });
}

/** Links the text, and puts the caret behind it where it was selected: what is typed next must not replace it. */
function linkText(tr: Transaction, { from, to, link }: { from: number; to: number; link: Mark }): Transaction {
  tr.removeMark(from, to, link.type).addMark(from, to, link);
  const { selection, doc } = tr;
  if (selection instanceof TextSelection && !selection.empty && doc.resolve(to).parent.inlineContent)
    tr.setSelection(TextSelection.create(doc, to));
  return tr.removeStoredMark(link.type);
}

export function removeLink(tr: Transaction, { from, to }: LinkRange): Transaction {
  return tr.removeMark(from, to, tr.doc.type.schema.marks['a']);
}

/** Makes the selected text a link to a pasted address; false where there is no selection, or no address. */
export function linkSelection(view: EditorView, pasted: string, origin: string): boolean {
  const { selection, tr, schema, doc } = view.state;
  const text = pasted.trim();
  if (selection.empty || !doc.textBetween(selection.from, selection.to).trim()) return false;
  // A word with a dot may be a text, so an address has a scheme here.
  if (!/^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(text)) return false;
  const { address } = readAddress(text, origin);
  if (!address) return false;
  const { from, to } = selection;
  const link = schema.marks['a']!.create({ href: address });
  view.dispatch(linkText(tr, { from, to, link }).scrollIntoView());
  return true;
}
