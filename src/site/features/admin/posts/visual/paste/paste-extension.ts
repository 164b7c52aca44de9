import { Extension } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { Plugin, Selection } from '@tiptap/pm/state';
import type { Slice } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { paste as words } from '#site/content/paste.ts';
import { type PasteResult, readTransfer } from './clipboard-data.ts';
import type { PastedPicture } from './clean-picture.ts';
import { contentToSlice, readOwnSlice } from './paste-to-slice.ts';
import { findMarkers, markPictures } from './picture-marker.ts';
import { type UploadPicture, pictureUploads, prepareUpload, uploadsKey } from './picture-uploads.ts';

export type Pasted = Pick<PasteResult, 'dropped' | 'remote' | 'isMarkdown'>;

declare module '@tiptap/core' {
  interface EditorEvents {
    /** After a paste of something other than plain text or this editor's own content. */
    pasted: Pasted;
    /** A picture of a paste is in the text, which is a step of its own to undo. */
    pastedPicture: undefined;
  }
}

type PasteOptions = { upload: UploadPicture | null };
type Handling = { upload: UploadPicture; onPaste: (pasted: Pasted) => void; onPicture: () => void };

/** Pastes from other programs: cleaned, with its pictures uploaded. Ctrl/⌘-Shift-V pastes plain text. */
export const PasteExtension = Extension.create<PasteOptions>({
  name: 'paste',
  // Before other handlers: they would parse HTML by a sink that Trusted Types forbid.
  priority: 1000,
  addOptions: () => ({ upload: null }),
  addProseMirrorPlugins() {
    const { editor, options } = this;
    if (!options.upload) throw new Error('The paste extension needs an upload.');
    return [
      pictureUploads(),
      pasteHandler({
        upload: options.upload,
        onPaste: (pasted) => editor.emit('pasted', pasted),
        onPicture: () => editor.emit('pastedPicture', undefined),
      }),
    ];
  },
});

function pasteHandler(handling: Handling): Plugin {
  let isPlain = false;
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown: (_, event) => {
          isPlain = event.shiftKey && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v';
          return false;
        },
        paste: (view, event) => {
          const transfer = event.clipboardData;
          if (!transfer || !view.editable || view.composing) return false;
          const isHandled = isPlain
            ? pastePlain(view, event, transfer)
            : pasteTransfer(view, event, transfer, handling);
          isPlain = false;
          if (isHandled) event.preventDefault();
          return isHandled;
        },
        drop: (view, event) => dropTransfer(view, event, handling),
      },
    },
  });
}

function pastePlain(view: EditorView, event: ClipboardEvent, transfer: DataTransfer): boolean {
  return view.pasteText(transfer.getData('text/plain'), event);
}

function pasteTransfer(view: EditorView, event: ClipboardEvent, transfer: DataTransfer, handling: Handling): boolean {
  if (view.state.selection.$from.parent.type.spec.code) return pastePlain(view, event, transfer);
  const own = readOwnSlice(view.state.schema, transfer.getData('text/html'), location.origin);
  if (own) return insertSlice(view, own, event);
  const result = readTransfer(transfer, location.origin, words.picture.fileName);
  if (!result) return pastePlain(view, event, transfer);
  return insertResult(view, result, handling, event);
}

/** Files only: moving text and pictures within the editor is ProseMirror's. */
function dropTransfer(view: EditorView, event: DragEvent, handling: Handling): boolean {
  const { dataTransfer } = event;
  if (!dataTransfer || view.dragging || !view.editable || dataTransfer.files.length === 0) return false;
  const result = readTransfer(dataTransfer, location.origin, words.picture.fileName);
  event.preventDefault();
  if (!result) return true;
  const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
  if (at !== undefined) view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at))));
  view.focus();
  return insertResult(view, result, handling);
}

/** Inserts files at the selection, as a paste of them does. */
export function insertFiles(view: EditorView, files: readonly File[], handling: Handling): void {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  const result = readTransfer(transfer, location.origin, words.picture.fileName);
  if (result) insertResult(view, result, handling);
}

function insertResult(view: EditorView, result: PasteResult, handling: Handling, event?: ClipboardEvent): boolean {
  const { content, pictures, dropped, remote, isMarkdown } = result;
  markPictures(content);
  if (content.childNodes.length === 0 && dropped.size === 0) return false;
  if (content.childNodes.length > 0) {
    insertSlice(view, contentToSlice(view.state.schema, content), event);
    startUploads(view, pictures, handling);
  }
  handling.onPaste({ dropped, remote, isMarkdown });
  return true;
}

/** As a step of its own to undo. */
function insertSlice(view: EditorView, slice: Slice, event?: ClipboardEvent): boolean {
  // Cells pasted into a table are inserted by its own handler.
  if (event && view.someProp('handlePaste', (handle) => handle(view, event, slice) || undefined)) return true;
  const tr = closeHistory(view.state.tr).replaceSelection(slice);
  view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
  return true;
}

/** Puts an upload in place of each marker, within the step of the paste. */
function startUploads(view: EditorView, pictures: readonly PastedPicture[], handling: Handling): void {
  if (pictures.length === 0) return;
  const { tr } = view.state;
  let deleted = 0;
  const uploads = findMarkers(tr.doc).flatMap(({ from, to, index }) => {
    const at = from - deleted;
    tr.delete(at, to - deleted);
    deleted += to - from;
    const picture = pictures[index];
    return picture ? [{ at, ...prepareUpload(view, picture, handling.upload, handling.onPicture) }] : [];
  });
  const add = uploads.map(({ at, id, box }) => ({ at, id, box }));
  view.dispatch(tr.setMeta(uploadsKey, { add }).setMeta('appendedTransaction', view.state.tr));
  for (const { run } of uploads) void run();
}
