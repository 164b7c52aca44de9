import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react';
import { media } from '#site/content/media.ts';
import { ImageDialog, type Opening } from './image-dialog.tsx';
import { pictureHtml } from './picture-html.ts';
import { carriesFiles, pastedFiles } from './transferred-file.ts';

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

/** Pictures for a text: `onInsert` gets the HTML of the uploaded or chosen pictures, one in each line. */
export function useImageDrop(onInsert: (html: string) => void): ImageDrop {
  const [opening, setOpening] = useState<Opening | null>(null);
  const target = useRef<HTMLElement | null>(null);
  const take = (event: DragEvent | ClipboardEvent, files: readonly File[]): void => {
    if (files.length === 0) return;
    event.preventDefault();
    target.current = event.currentTarget as HTMLElement;
    setOpening({ tab: 'upload', files });
  };
  // Inserting moves the focus into the text; a drop or paste that was abandoned returns to its target.
  const focusAfter = (isUsed: boolean): boolean => {
    const dropTarget = target.current;
    target.current = null;
    if (!isUsed) dropTarget?.focus();
    return isUsed || dropTarget !== null;
  };
  return {
    dropProps: {
      onDragOver: (event) => {
        if (carriesFiles(event.dataTransfer)) event.preventDefault();
      },
      // Any file: by default the browser would leave the page to show it.
      onDrop: (event) => take(event, [...event.dataTransfer.files]),
      onPaste: (event) => take(event, pastedFiles(event.clipboardData)),
    },
    open: (tab = 'upload') => setOpening({ tab, files: [] }),
    dialog: (
      <ImageDialog
        title={media.dialog.insertTitle}
        opening={opening}
        onClose={() => setOpening(null)}
        takesMany
        onChosen={(pictures) => onInsert(pictures.map(pictureHtml).join('\n'))}
        focusAfter={focusAfter}
      />
    ),
  };
}
