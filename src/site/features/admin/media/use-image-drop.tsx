import { type ClipboardEvent, type DragEvent, type ReactNode, useState } from 'react';
import { media } from '#site/content/media.ts';
import { ImageDialog, type Opening } from './image-dialog.tsx';
import { pictureHtml } from './picture-html.ts';
import { carriesFiles, pastedFile } from './transferred-file.ts';

export type ImageDrop = {
  /** For the text area: handles dropped and pasted files, not text. */
  dropProps: {
    onDragOver: (event: DragEvent) => void;
    onDrop: (event: DragEvent) => void;
    onPaste: (event: ClipboardEvent) => void;
  };
  /** Opens the dialog, by default to upload. */
  open: (tab?: Opening['tab']) => void;
  /** The dialog; render it once in the form. */
  dialog: ReactNode;
};

/** Pictures for a text: `onInsert` gets the HTML of each uploaded or chosen picture. */
export function useImageDrop(onInsert: (html: string) => void): ImageDrop {
  const [opening, setOpening] = useState<Opening | null>(null);
  const take = (event: DragEvent | ClipboardEvent, file: File | null): void => {
    if (!file) return;
    event.preventDefault();
    setOpening({ tab: 'upload', file });
  };
  return {
    dropProps: {
      onDragOver: (event) => {
        if (carriesFiles(event.dataTransfer)) event.preventDefault();
      },
      // Any file: by default the browser would leave the page to show it.
      onDrop: (event) => take(event, event.dataTransfer.files[0] ?? null),
      onPaste: (event) => take(event, pastedFile(event.clipboardData)),
    },
    open: (tab = 'upload') => setOpening({ tab, file: null }),
    dialog: (
      <ImageDialog
        title={media.dialog.insertTitle}
        opening={opening}
        onClose={() => setOpening(null)}
        onChosen={(picture) => onInsert(pictureHtml(picture))}
      />
    ),
  };
}
