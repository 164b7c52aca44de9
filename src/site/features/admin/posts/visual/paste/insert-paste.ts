import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Slice } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type { PastedPicture } from './clean-picture.ts';
import { contentToSlice } from './paste-to-slice.ts';
import { findMarkers, markPictures } from './picture-marker.ts';
import { prepareUpload, uploadsKey } from './picture-uploads.ts';
import type { ReadPaste } from './read-clipboard.ts';

/** Inserts a cleaned paste at the selection, starts the uploads of its pictures, and says what it lost. */
export function insertPaste(editor: Editor, paste: ReadPaste, event?: ClipboardEvent): void {
  const { content, pictures, dropped, remote, isMarkdown } = paste;
  const { view } = editor;
  markPictures(content);
  if (content.childNodes.length > 0) {
    insertSlice(view, contentToSlice(view.state.schema, content), event);
    startUploads(editor, pictures);
  }
  editor.emit('pasted', { dropped, remote, isMarkdown });
}

/** As a step of its own to undo. */
export function insertSlice(view: EditorView, slice: Slice, event?: ClipboardEvent): boolean {
  // Cells pasted into a table are inserted by its own handler.
  if (event && view.someProp('handlePaste', (handle) => handle(view, event, slice) || undefined)) return true;
  const tr = closeHistory(view.state.tr).replaceSelection(slice);
  view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
  return true;
}

export function selectAt(view: EditorView, { clientX, clientY }: MouseEvent): void {
  const at = view.posAtCoords({ left: clientX, top: clientY })?.pos;
  const { tr, doc } = view.state;
  if (at !== undefined) view.dispatch(tr.setSelection(Selection.near(doc.resolve(at))));
  view.focus();
}

/** Puts an upload in place of each marker, within the step of the paste. */
function startUploads(editor: Editor, pictures: readonly PastedPicture[]): void {
  const { view, storage } = editor;
  const { upload } = storage.paste;
  if (pictures.length === 0 || !upload) return;
  const { tr } = view.state;
  const onInserted = (): void => void editor.emit('pastedPicture', undefined);
  let deleted = 0;
  const uploads = findMarkers(tr.doc).flatMap(({ from, to, index }) => {
    const at = from - deleted;
    tr.delete(at, to - deleted);
    deleted += to - from;
    const picture = pictures[index];
    return picture ? [{ at, ...prepareUpload(view, picture, upload, onInserted) }] : [];
  });
  const add = uploads.map(({ at, id, box }) => ({ at, id, box }));
  view.dispatch(tr.setMeta(uploadsKey, { add }).setMeta('appendedTransaction', view.state.tr));
  for (const { run } of uploads) void run();
}
