import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** A sign that joins the letter before it to the next one, such as the Devanagari virama; U+200D joins emoji. */
const JOINING = /[\p{M}\u200D]$/u;

/**
 * Writing beside a joining sign. Chromium takes the letters on both sides of it for one, which has no place for a caret: a
 * typed letter goes behind the next one, and the first letter that an input method composes is repeated.
 */
export const Composition = Extension.create({
  name: 'composition',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          beforeinput: (view, event) => {
            const { inputType, data } = event;
            if (inputType !== 'insertText' || !data || view.composing) return false;
            if (!JOINING.test(data) && !isAfterJoining(view)) return false;
            insertText(view, data);
            event.preventDefault();
            return true;
          },
          compositionstart: (view) => {
            const { tr, selection } = view.state;
            // ProseMirror begins a text node of its own where marks are stored.
            if (isAfterJoining(view)) view.dispatch(tr.setStoredMarks(selection.$from.marks()));
            return false;
          },
        },
      },
    }),
  ],
});

function isAfterJoining({ state: { selection } }: EditorView): boolean {
  const before = selection.$from.nodeBefore;
  return selection.empty && Boolean(before?.isText && JOINING.test(before.text ?? ''));
}

function insertText(view: EditorView, text: string): void {
  const { from, to } = view.state.selection;
  const write = () => view.state.tr.insertText(text, from, to);
  const isHandled = view.someProp('handleTextInput', (handle) => handle(view, from, to, text, write));
  if (!isHandled) view.dispatch(write().scrollIntoView());
}
