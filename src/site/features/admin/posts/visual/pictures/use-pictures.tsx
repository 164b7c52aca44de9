import { Extension } from '@tiptap/core';
import { NodeSelection, Plugin, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { useState } from 'react';
import { media } from '#site/content/media.ts';
import type { ChosenPicture } from '#site/gateway/media.ts';
import { pastedFiles } from '../../../media/file-choice.tsx';
import { ImageDialog, type Opening } from '../../../media/image-dialog.tsx';
import type { EditorHost } from '../extensions.ts';

/** Pictures that are dropped or pasted as files, and the mouse on the picture of a figure. */
export const pictureFiles = (host: EditorHost): Extension =>
  Extension.create({
    name: 'pictureFiles',
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          handleDrop: (view, event) => takeDrop(view, event, host),
          handlePaste: (_, { clipboardData }) => {
            const files = pastedFiles(clipboardData);
            if (files.length > 0) host.takePictures(files);
            return files.length > 0;
          },
          handleDOMEvents: { mousedown: selectFigure },
        },
      }),
    ],
  });

function takeDrop(view: EditorView, event: DragEvent, host: EditorHost): boolean {
  const files = [...(event.dataTransfer?.files ?? [])];
  // A block that is dragged within the editor may bring a file of its picture.
  if (files.length === 0 || view.dragging) return false;
  event.preventDefault();
  const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
  if (at) view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(at.pos))));
  host.takePictures(files);
  return true;
}

/** A press on the picture selects its figure, so that both are dragged, moved and deleted together. */
function selectFigure(view: EditorView, event: MouseEvent): boolean {
  const { target } = event;
  if (!(target instanceof HTMLImageElement)) return false;
  const $at = view.state.doc.resolve(view.posAtDOM(target, 0));
  for (let depth = $at.depth; depth > 0; depth -= 1) {
    if ($at.node(depth).type.name !== 'figure') continue;
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, $at.before(depth))));
    view.focus();
  }
  return false;
}

type PicturesOptions = { onInsert: (picture: ChosenPicture) => void; focusText: () => void };

/** The dialog of pictures, opened by its button or by dropped files, which it uploads one after another. */
export function usePictures({ onInsert, focusText }: PicturesOptions) {
  const [opening, setOpening] = useState<Opening | null>(null);
  return {
    open: () => setOpening({ tab: 'upload', files: [] }),
    take: (files: readonly File[]) => setOpening({ tab: 'upload', files }),
    dialog: (
      <ImageDialog
        title={media.dialog.insertTitle}
        opening={opening}
        takesMany
        onClose={() => setOpening(null)}
        onChosen={(pictures) => pictures.forEach(onInsert)}
        focusAfter={() => {
          focusText();
          return true;
        }}
      />
    ),
  };
}
