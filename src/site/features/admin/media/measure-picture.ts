import { MAX_PICTURE_PIXELS } from '#contract/pictures.ts';
import type { PictureErrorKind } from '#site/content/media.ts';
import { errorOfFile } from '#site/gateway/media.ts';

export type MeasuredPicture = { width: number; height: number; errorKind: null } | { errorKind: PictureErrorKind };

/** Checks a file before the upload: its declared type and size, and width and height by decoding it. */
export async function measurePicture(file: File): Promise<MeasuredPicture> {
  const error = errorOfFile(file);
  if (error) return { errorKind: error };
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return width * height > MAX_PICTURE_PIXELS ? { errorKind: 'too-many-pixels' } : { width, height, errorKind: null };
  } catch {
    // A picture that the browser cannot decode cannot be shown.
    return { errorKind: 'damaged' };
  }
}
