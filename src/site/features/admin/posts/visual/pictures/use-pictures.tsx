import { type ReactNode, useState } from 'react';
import { media } from '#site/content/media.ts';
import type { ChosenPicture } from '#site/gateway/media.ts';
import { ImageDialog, type Opening } from '../../../media/image-dialog.tsx';

/**
 * The dialog of pictures, opened by its button or for files that were dropped. `onChosen` inserts a picture and focuses
 * the editor.
 */
export function usePictures(onChosen: (picture: ChosenPicture) => void): {
  open: () => void;
  take: (files: readonly File[]) => void;
  dialog: ReactNode;
} {
  const [opening, setOpening] = useState<Opening | null>(null);
  return {
    open: () => setOpening({ tab: 'upload', files: [] }),
    take: (files) => setOpening({ tab: 'upload', files }),
    dialog: (
      <ImageDialog
        title={media.dialog.insertTitle}
        opening={opening}
        takesMany
        onClose={() => setOpening(null)}
        onChosen={(pictures) => pictures.forEach(onChosen)}
        focusAfter={(isUsed) => isUsed}
      />
    ),
  };
}
