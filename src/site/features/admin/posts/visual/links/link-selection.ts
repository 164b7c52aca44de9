import type { EditorView } from '@tiptap/pm/view';
import { readAddress } from './read-address.ts';

/** Makes the selected text a link to a pasted address; false where there is no selection, or no address. */
export function linkSelection(view: EditorView, pasted: string, origin: string): boolean {
  const { selection, tr, schema, doc } = view.state;
  const text = pasted.trim();
  if (selection.empty || !doc.textBetween(selection.from, selection.to).trim()) return false;
  // A word with a dot may be a text, so an address has a scheme here.
  if (!/^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(text)) return false;
  const { address } = readAddress(text, origin);
  if (!address) return false;
  const type = schema.marks['a']!;
  const { from, to } = selection;
  view.dispatch(
    tr
      .removeMark(from, to, type)
      .addMark(from, to, type.create({ href: address }))
      .scrollIntoView(),
  );
  return true;
}
