import { Extension } from '@tiptap/core';
import { history, redo, undo } from '@tiptap/pm/history';

/** Undo for as long as the form stays open. */
export const History = Extension.create({
  name: 'history',
  addProseMirrorPlugins: () => [history({ depth: 1000 })],
  addKeyboardShortcuts() {
    const run = (command: typeof undo) => () => command(this.editor.state, this.editor.view.dispatch);
    return { 'Mod-z': run(undo), 'Shift-Mod-z': run(redo), 'Mod-y': run(redo) };
  },
});
