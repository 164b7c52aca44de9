import { Extension } from '@tiptap/core';
import { findNext, findPrev, search } from 'prosemirror-search';

declare module '@tiptap/core' {
  interface EditorEvents {
    /** Opens the bar of find and replace. */
    openFind: undefined;
  }
}

/** Marks the matches by classes. Ctrl/⌘-F opens the bar, Ctrl/⌘-G goes to the next match. */
export const FindExtension = Extension.create({
  name: 'find',
  addProseMirrorPlugins: () => [search()],
  addKeyboardShortcuts() {
    return {
      'Mod-f': () => {
        this.editor.emit('openFind', undefined);
        return true;
      },
      'Mod-g': () => findNext(this.editor.state, this.editor.view.dispatch),
      'Shift-Mod-g': () => findPrev(this.editor.state, this.editor.view.dispatch),
    };
  },
});
