import { Extension } from '@tiptap/core';

declare module '@tiptap/core' {
  interface EditorEvents {
    /** Opens the dialog of links. */
    openLink: undefined;
  }
}

/** Ctrl/⌘-K. */
export const LinkKeys = Extension.create({
  name: 'linkKeys',
  addKeyboardShortcuts() {
    return {
      'Mod-k': () => {
        this.editor.emit('openLink', undefined);
        return true;
      },
    };
  },
});
