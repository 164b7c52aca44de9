import { type Editor, getMarkRange, type Range } from '@tiptap/core';
import type { Mark } from '@tiptap/pm/model';
import { Selection, TextSelection, type Transaction } from '@tiptap/pm/state';
import { useState } from 'react';
import { visual } from '#site/content/visual.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { Button } from '#site/ui/button.tsx';
import { Dialog, DialogForm } from '#site/ui/dialog.tsx';
import { TextField } from '#site/ui/field.tsx';
import { toast } from '#site/ui/toast.ts';
import { newKey } from '../schema/schema.ts';
import { focusEditor, useDialogRange } from '../use-editor-state.ts';

/** The footnote at the caret, or where a new one goes. */
type EditedNote = { from: number; to: number; text: string; isNew: boolean };

/** Asks for the text of a footnote, and puts it behind the caret or the selected words. */
export function FootnotePanel({ editor }: { editor: Editor }) {
  const [note, closeDialog] = useDialogRange(editor, 'openFootnote', readNote);
  const words = visual.footnote;
  const close = (text: string | null): void => {
    if (note && text !== null) {
      if (note.isGone) toast(DASHBOARD_MESSAGES.savedMeanwhile);
      else writeNote(editor, note, text);
    }
    closeDialog();
  };
  return (
    <Dialog
      isOpen={note !== null}
      onClose={() => close(null)}
      title={note?.isNew === false ? words.change : words.add}
      closeLabel={words.close}
      focusAfter={() => focusEditor(editor)}
    >
      {note && <FootnoteForm note={note} onDone={close} />}
    </Dialog>
  );
}

function FootnoteForm({ note, onDone }: { note: EditedNote; onDone: (text: string) => void }) {
  const words = visual.footnote;
  const [text, setText] = useState(note.text);
  const [wasSent, setSent] = useState(false);
  const submit = (): void => {
    setSent(true);
    if (text.trim()) onDone(text.trim());
  };
  return (
    <DialogForm className="stack" onSubmit={submit}>
      <TextField
        name="footnote"
        label={words.text}
        hint={words.hint}
        error={wasSent && !text.trim() ? words.missing : undefined}
        required
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="wraps">
        <Button type="submit" size="small">
          {words.apply}
        </Button>
        {!note.isNew && (
          <Button size="small" variant="line" onClick={() => onDone('')}>
            {words.remove}
          </Button>
        )}
      </div>
    </DialogForm>
  );
}

const IS_NOTE = { 'data-footnote': '' };

export function readNote({ state }: Editor): EditedNote {
  const { $from, $to } = state.selection;
  // Where everything is selected it ends behind the last block.
  const { to } = Selection.near($to, -1);
  const type = state.schema.marks['small']!;
  // By all attributes of the mark: its `key` tells adjacent notes apart.
  const range = getMarkRange($from, type);
  const mark = range && type.isInSet(state.doc.nodeAt(range.from)?.marks ?? []);
  if (!range || mark?.attrs['data-footnote'] !== IS_NOTE['data-footnote'])
    return { from: to, to, text: '', isNew: true };
  return { ...range, text: state.doc.textBetween(range.from, range.to), isNew: false };
}

export function writeNote({ state, view }: Editor, { from, to, text, isNew }: EditedNote, written: string): void {
  const { tr, schema } = state;
  if (!isNew && written === text) return;
  const type = schema.marks['small']!;
  if (isNew) tr.insert(to, schema.text(written, [type.create({ ...IS_NOTE, key: newKey() })]));
  else if (written) rewrite(tr, { from, to }, written);
  else tr.delete(from, to);
  tr.setSelection(TextSelection.create(tr.doc, tr.mapping.map(to))).removeStoredMark(type);
  view.dispatch(tr.scrollIntoView());
}

/** Replaces the characters that differ, so that links and italics elsewhere in the note stay. */
function rewrite(tr: Transaction, { from, to }: Range, written: string): void {
  const old: { character: string; at: number; marks: readonly Mark[] }[] = [];
  tr.doc.nodesBetween(from, to, ({ text, marks }, start) => {
    let at = start;
    for (const character of text ?? '') {
      old.push({ character, at, marks });
      at += character.length;
    }
  });
  const wanted = Array.from(written);
  const shorter = Math.min(old.length, wanted.length);
  let start = 0;
  while (start < shorter && old[start]?.character === wanted[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end)?.character === wanted.at(-1 - end)) end += 1;
  const removed = old.slice(start, old.length - end);
  const added = wanted.slice(start, wanted.length - end).join('');
  const [before, after] = [old[start - 1], old[old.length - end]];
  // At an end of the note there is one neighbour, whose link must not grow.
  const alike = removed.length > 0 ? removed : before && after ? [before, after] : old;
  const marks = (alike[0] ?? tr.doc.nodeAt(from))?.marks.filter((mark) =>
    alike.every((one) => mark.isInSet(one.marks)),
  );
  const last = removed.at(-1) ?? before;
  const place = last ? last.at + last.character.length : from;
  tr.replaceWith(removed[0]?.at ?? place, place, added ? tr.doc.type.schema.text(added, marks) : []);
}
