import { type ReactNode, useCallback, useState } from 'react';
import { media } from '#site/content/media.ts';
import type { ChosenPicture } from '#site/gateway/media.ts';
import { ImageDialog, type Opening } from '../../../media/image-dialog.tsx';

/** The dialog of pictures: opened by its button, or once for each file that was dropped. */
export function usePictures(onChosen: (picture: ChosenPicture) => void): {
  open: () => void;
  take: (files: readonly File[]) => void;
  dialog: ReactNode;
} {
  const [openings, setOpenings] = useState<readonly Opening[]>([]);
  const [count, setCount] = useState(0);
  const next = (): void => {
    setOpenings(([, ...rest]) => rest);
    setCount(count + 1);
  };
  const take = useCallback((files: readonly File[]): void => {
    setOpenings((now) => [...now, ...files.map((file) => ({ tab: 'upload' as const, file }))]);
  }, []);
  return {
    open: () => setOpenings([{ tab: 'upload', file: null }]),
    take,
    dialog: (
      <ImageDialog
        // A new dialog for each file.
        key={count}
        title={media.dialog.insertTitle}
        opening={openings[0] ?? null}
        onClose={next}
        onChosen={onChosen}
      />
    ),
  };
}
