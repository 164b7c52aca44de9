import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { DOMParser, type Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model';
import { Selection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { UnkeptError } from '../convert/dom-to-doc.ts';
import { htmlToDoc } from '../convert/open-content.ts';
import { findMarkers, markPictures, pastedAddress, type PastedPicture } from './clean-picture.ts';
import { parseInert } from './parse-inert.ts';
import { prepareUpload, type UploadPicture, uploadsKey } from './picture-uploads.ts';
import type { ReadPaste } from './read-clipboard.ts';

/** Inserts a cleaned paste at the selection, starts the uploads of its pictures, and says what it lost. */
export function insertPaste(editor: Editor, paste: ReadPaste, upload: UploadPicture, event?: ClipboardEvent): void {
  const { content, pictures, dropped, remote, isMarkdown } = paste;
  const { view } = editor;
  markPictures(content);
  if (content.childNodes.length > 0) {
    insertSlice(view, contentToSlice(view.state.schema, content), event);
    startUploads(editor, pictures, upload);
  }
  editor.emit('pasted', { dropped, remote, isMarkdown });
}

/** As a step of its own to undo. */
export function insertSlice(view: EditorView, slice: Slice, event?: ClipboardEvent): boolean {
  // Cells pasted into a table are inserted by its own handler.
  if (event && view.someProp('handlePaste', (handle) => handle(view, event, slice) || undefined)) return true;
  const tr = closeHistory(view.state.tr);
  if (!replaceEmptyBlock(tr, slice)) tr.replaceSelection(slice);
  view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
  return true;
}

/** Blocks take the place of an empty paragraph; ProseMirror would leave it before a list or table. */
function replaceEmptyBlock(tr: Transaction, { content }: Slice): boolean {
  const { $from, empty } = tr.selection;
  const [first] = content.content;
  const isText = content.childCount === 1 && first?.isTextblock && first.type.name === 'p';
  if (!first?.isBlock || isText || !empty || !$from.parent.isTextblock || $from.parent.content.size > 0) return false;
  const depth = $from.depth - 1;
  const index = depth < 0 ? -1 : $from.index(depth);
  if (index < 0 || !$from.node(depth).canReplace(index, index + 1, content)) return false;
  const from = $from.before();
  tr.replaceWith(from, $from.after(), content);
  tr.setSelection(Selection.near(tr.doc.resolve(from + content.size), -1));
  return true;
}

export function selectAt(view: EditorView, { clientX, clientY }: MouseEvent): void {
  const at = view.posAtCoords({ left: clientX, top: clientY })?.pos;
  const { tr, doc } = view.state;
  if (at !== undefined) view.dispatch(tr.setSelection(Selection.near(doc.resolve(at))));
  view.focus();
}

/** Puts an upload in place of each marker, within the step of the paste. */
function startUploads(editor: Editor, pictures: readonly PastedPicture[], upload: UploadPicture): void {
  const { view } = editor;
  if (pictures.length === 0) return;
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

/** Cleaned content as a slice of the document. It passes through the sanitiser once more, as every saved post does. */
function contentToSlice(schema: Schema, content: Element): Slice {
  try {
    return openText(htmlToDoc(schema, content.innerHTML).content);
  } catch (error) {
    if (!(error instanceof UnkeptError)) throw error;
    return DOMParser.fromSchema(schema).parseSlice(content);
  }
}

/** A paragraph at an end joins the text there; a heading, list or table stays one. */
function openText(content: Fragment): Slice {
  const isText = (node: Node | null) => node?.type.name === 'p' || node?.type.name === 'loose';
  return new Slice(content, isText(content.firstChild) ? 1 : 0, isText(content.lastChild) ? 1 : 0);
}

/** What this editor itself put on the clipboard; null for other HTML. */
export function readOwnSlice(schema: Schema, html: string, origin: string): Slice | null {
  if (!html.includes('data-pm-slice')) return null;
  const { body } = parseInert(html);
  const depths = /^(\d+) (\d+)/.exec(body.querySelector('[data-pm-slice]')?.getAttribute('data-pm-slice') ?? '');
  if (!depths) return null;
  // Any page may write this attribute.
  for (const link of body.querySelectorAll('a[href]:not([href^="#"])'))
    if (!pastedAddress(link.getAttribute('href') ?? '', origin)) link.removeAttribute('href');
  for (const image of body.querySelectorAll('img'))
    if (!/^(?:https:\/)?\//.test(image.getAttribute('src') ?? '')) image.remove();
  const { content, openStart, openEnd } = DOMParser.fromSchema(schema).parseSlice(body, { preserveWhitespace: true });
  return new Slice(content, Math.min(openStart, Number(depths[1])), Math.min(openEnd, Number(depths[2])));
}
