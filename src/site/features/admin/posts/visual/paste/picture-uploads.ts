import { closeHistory } from '@tiptap/pm/history';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import type { ChosenPicture } from '#site/gateway/media.ts';
import type { PastedPicture } from './clean-picture.ts';
import { type UploadBox, createUploadBox } from './upload-box.ts';

export type UploadPicture = (
  picture: PastedPicture,
  report: { onProgress: (fraction: number) => void; signal: AbortSignal },
) => Promise<ChosenPicture>;

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
  // A separate step of the history: the undo of the paste counts these steps.
  view.dispatch(closeHistory(tr).insert(at, schema.nodes['img']!.create({ src: url, alt, ...size })));
  return true;
}
