import { type Editor, Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { letterOf } from '../../mark-keys.ts';
import { linkSelection } from '../links/link-range.ts';
import type { EditorHost } from '../extensions.ts';
import { insertPaste, insertSlice, readOwnSlice, selectAt } from './insert-paste.ts';
import { pictureUploads } from './picture-uploads.ts';
import { type ReadPaste, readTransfer } from './read-clipboard.ts';

export type Pasted = Pick<ReadPaste, 'dropped' | 'remote' | 'isMarkdown'>;

declare module '@tiptap/core' {
  interface EditorEvents {
    /** After a paste of something other than plain text or this editor's own content. */
    pasted: Pasted;
    /** A picture of a paste is in the text, which is a step of its own to undo. */
    pastedPicture: undefined;
  }
}

/** Pastes from other programs: cleaned, with its pictures uploaded. Ctrl/⌘-Shift-V pastes plain text. */
export const pasteExtension = (host: EditorHost) =>
  Extension.create({
    // TipTap has an extension of its own that is named paste.
    name: 'cleanPaste',
    // Before other handlers: they would parse HTML by a sink that Trusted Types forbid.
    priority: 1000,
    addProseMirrorPlugins() {
      return [pictureUploads(), pasteHandler(this.editor, host)];
    },
  });

function pasteHandler(editor: Editor, { takePictures, upload }: EditorHost): Plugin {
  let isPlain = false;
  const paste = (view: EditorView, event: ClipboardEvent, transfer: DataTransfer): boolean => {
    const text = transfer.getData('text/plain');
    if (isPlain || view.state.selection.$from.parent.type.spec.code) return view.pasteText(text, event);
    if (linkSelection(view, text, location.origin)) return true;
    const own = readOwnSlice(view.state.schema, transfer.getData('text/html'), location.origin);
    if (own) return insertSlice(view, own, event);
    const brought = readTransfer(transfer, location.origin);
    if (!brought) return view.pasteText(text, event);
    if (brought.kind === 'pictures') takePictures(brought.files);
    else insertPaste(editor, brought.paste, upload, event);
    return true;
  };
  /** Text of another window. Files, and what is dragged within the editor, have handlers of their own. */
  const drop = (view: EditorView, event: DragEvent): boolean => {
    const { dataTransfer } = event;
    if (!dataTransfer || view.dragging || !view.editable) return false;
    if (dataTransfer.files.length > 0 || !dataTransfer.types.includes('text/html')) return false;
    const brought = readTransfer(dataTransfer, location.origin);
    if (brought?.kind !== 'content') return false;
    event.preventDefault();
    selectAt(view, event);
    insertPaste(editor, brought.paste, upload);
    return true;
  };
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown: (_, event) => {
          isPlain = event.shiftKey && (event.ctrlKey || event.metaKey) && letterOf(event) === 'v';
          return false;
        },
        paste: (view, event) => {
          const transfer = event.clipboardData;
          if (!transfer || !view.editable || view.composing) return false;
          const isHandled = paste(view, event, transfer);
          isPlain = false;
          if (isHandled) event.preventDefault();
          return isHandled;
        },
        drop,
      },
    },
  });
}
