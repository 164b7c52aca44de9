import { useQueryClient } from '@tanstack/react-query';
import { closeHistory } from '@tiptap/pm/history';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { useCallback, useRef } from 'react';
import { media } from '#site/content/media.ts';
import { paste } from '#site/content/paste.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import type { ChosenPicture } from '#site/gateway/media.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { toast } from '#site/ui/toast.ts';
import { uploadErrorKind } from '../../../media/picture-error.ts';
import { uploadPicture, type UploadReport } from '../../../media/upload-panel.tsx';
import { refreshQueries } from '../../../queries.ts';
import type { PastedPicture } from './clean-picture.ts';

export type UploadPicture = (picture: PastedPicture, report: UploadReport) => Promise<ChosenPicture>;

type Change = { add?: { id: number; at: number; box: UploadBox }[]; remove?: number };

export const uploadsKey = new PluginKey<DecorationSet>('pasted-pictures');

let lastId = 0;
const nextUploadId = (): number => (lastId += 1);

/** Shows a box in the text for each picture that is being uploaded; the text may be edited meanwhile. */
export function pictureUploads(): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key: uploadsKey,
    state: {
      init: () => DecorationSet.empty,
      apply: (transaction, boxes) => {
        const mapped = boxes.map(transaction.mapping, transaction.doc);
        const change = transaction.getMeta(uploadsKey) as Change | undefined;
        const added = change?.add?.map(({ id, at, box }) => Decoration.widget(at, box.element, { id, side: 1 })) ?? [];
        const removed = change?.remove === undefined ? [] : find(mapped, change.remove);
        return mapped.add(transaction.doc, added).remove(removed);
      },
    },
    props: { decorations: (state) => uploadsKey.getState(state) },
  });
}

function find(boxes: DecorationSet, id: number): Decoration[] {
  return boxes.find(undefined, undefined, (spec) => spec['id'] === id);
}

/** Whether a picture of a paste is not in the text yet: it is being uploaded, or its upload failed. */
export function hasUploads(state: EditorState): boolean {
  return (uploadsKey.getState(state)?.find().length ?? 0) > 0;
}

/** Where the picture goes; null where its box was deleted with the text around it. */
function placeOf(view: EditorView, id: number): number | null {
  const boxes = uploadsKey.getState(view.state);
  return boxes ? (find(boxes, id)[0]?.from ?? null) : null;
}

/** Makes the box of a picture; its upload starts with `start`. */
export function prepareUpload(view: EditorView, picture: PastedPicture, upload: UploadPicture, onInserted: () => void) {
  const id = nextUploadId();
  const stopping = new AbortController();
  const remove = (): void => {
    stopping.abort();
    if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(uploadsKey, { remove: id } satisfies Change));
    view.focus();
  };
  const run = async (): Promise<void> => {
    box.showProgress(0);
    try {
      const chosen = await upload(picture, { onProgress: box.showProgress, signal: stopping.signal });
      if (!view.isDestroyed && insertPicture(view, id, chosen)) onInserted();
      else toast(DASHBOARD_MESSAGES.pictureWithoutPlace);
    } catch (error) {
      if (!stopping.signal.aborted) box.showError(error);
    }
  };
  const box = createUploadBox({ retry: () => void run(), remove });
  return { id, box, run };
}

function insertPicture(view: EditorView, id: number, { url, alt, width, height }: ChosenPicture): boolean {
  const at = placeOf(view, id);
  const { tr, schema } = view.state;
  tr.setMeta(uploadsKey, { remove: id } satisfies Change);
  if (at === null) return false;
  const size = width > 0 && height > 0 ? { width: String(width), height: String(height) } : {};
  // A step of the history of its own: the undo of a paste counts it.
  view.dispatch(closeHistory(tr).insert(at, schema.nodes['img']!.create({ src: url, alt, ...size })));
  return true;
}

type UploadBox = {
  element: HTMLElement;
  showProgress: (fraction: number) => void;
  showError: (error: unknown) => void;
};

/** The box of an upload in the text: its progress, or its error with two buttons. */
function createUploadBox({ retry, remove }: { retry: () => void; remove: () => void }): UploadBox {
  const element = document.createElement('span');
  element.className = 'upload-box';
  element.contentEditable = 'false';
  const text = document.createElement('span');
  text.setAttribute('role', 'status');
  const progress = document.createElement('progress');
  progress.max = 1;
  const showProgress = (fraction: number): void => {
    const percent = Math.floor(fraction * 100);
    const words = percent < 100 ? paste.picture.uploading(percent) : paste.picture.checking;
    progress.setAttribute('aria-label', words);
    // Announced at its start and end only.
    if (fraction === 0 || percent >= 100) text.textContent = percent < 100 ? paste.picture.started : words;
    if (percent < 100) progress.value = fraction;
    else progress.removeAttribute('value');
    element.replaceChildren(text, progress);
  };
  const showError = (error: unknown): void => {
    console.error('Failed to upload pasted picture:', error);
    text.textContent = paste.picture.failed(media.errors[uploadErrorKind(error)]);
    element.replaceChildren(text, button(paste.picture.retry, retry), button(paste.picture.remove, remove));
  };
  return { element, showProgress, showError };
}

function button(label: string, run: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'button button--line button--small';
  element.textContent = label;
  element.addEventListener('click', run);
  return element;
}

/** Uploads pictures of a paste one after the other. */
export function usePictureUpload(): UploadPicture {
  const queryClient = useQueryClient();
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  return useCallback<UploadPicture>(
    ({ file, alt }, report) => {
      const upload = async () => {
        report.signal.throwIfAborted();
        const picture = await uploadPicture(file, alt, report);
        void refreshQueries(queryClient, [QUERY_KEYS.adminMedia]);
        return picture;
      };
      const next = queue.current.then(upload, upload);
      queue.current = next;
      return next;
    },
    [queryClient],
  );
}
