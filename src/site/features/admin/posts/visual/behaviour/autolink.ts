import { Extension } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { ResolvedPos } from '@tiptap/pm/model';
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state';
import { readAddress } from '../links/read-address.ts';
import { OPENED } from './loose-text.ts';

/** An address at the end of a text. */
const ADDRESS =
  // redos-disable-next-line -- at most 400 characters of one paragraph
  /(?:^|[\s("“‘])((?:https?:\/\/|www\.)[^\s<>"“”‘’]{2,300}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5})$/;
/** Punctuation and brackets after it; a danda ends a sentence in Hindi. */
const END = /[.,;:!?)\]'’”"…।॥]{1,20}$/;
const MAX_LENGTH = 400;

/** Makes a link of an address when a space or a line break ends it; undo takes away the link first. */
export const Autolink = Extension.create({
  name: 'autolink',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, before, after) => {
        if (!transactions.some(({ docChanged }) => docChanged)) return null;
        if (transactions.some((tr) => tr.getMeta(OPENED) || tr.getMeta('history$') || tr.getMeta('paste'))) return null;
        const { $from, empty } = before.selection;
        const isCode = $from.parent.type.spec.code;
        if (!empty || isCode || !$from.parent.isTextblock) return null;
        const end = transactions.reduce((at, { mapping }) => mapping.map(at, -1), $from.pos);
        return hasEndedAt(after, end) ? linkBefore(after, end) : null;
      },
    }),
  ],
});

/** Whether a space, or a break of the line or block, was typed at this place. */
function hasEndedAt({ doc, selection }: EditorState, end: number): boolean {
  if (!selection.empty || selection.from <= end || selection.from > end + 4) return false;
  const $end = doc.resolve(end);
  if ($end.parentOffset === $end.parent.content.size) return !selection.$from.sameParent($end);
  const typed = doc.textBetween(end, selection.from, undefined, '\n');
  return /^\s$/.test(typed);
}

function linkBefore({ doc, schema, tr }: EditorState, end: number): Transaction | null {
  const text = textBefore(doc.resolve(end));
  const cut = text.replace(END, '');
  const whole = ADDRESS.exec(cut)?.[1] ?? '';
  // A bracket that the address has opened is a part of it.
  const bracket = text.charAt(cut.length) === ')' && whole.split('(').length > whole.split(')').length ? ')' : '';
  const [ended, shown] = [cut + bracket, whole + bracket];
  const { a: link, code } = schema.marks;
  if (!whole || !link || !code) return null;
  const to = end - text.length + ended.length;
  const from = to - shown.length;
  if (doc.rangeHasMark(from, to, link) || doc.rangeHasMark(from, to, code)) return null;
  const { address } = readAddress(shown, location.origin);
  return address
    ? closeHistory(tr)
        .addMark(from, to, link.create({ href: address }))
        .removeStoredMark(link)
    : null;
}

function textBefore({ parent, parentOffset }: ResolvedPos): string {
  return parent.textBetween(Math.max(0, parentOffset - MAX_LENGTH), parentOffset, undefined, '\uFFFC');
}
