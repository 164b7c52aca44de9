import { MAX_PICTURE_PIXELS } from '#contract/pictures.ts';
import type { PictureErrorKind } from '#site/content/media.ts';
import { errorOfFile } from '#site/gateway/media.ts';

export type Measured = { width: number; height: number; errorKind: null } | { errorKind: PictureErrorKind };

/** Looks at a file before it is sent: type and size by what it says of itself, width and height by decoding it. */
export async function measurePicture(file: File): Promise<Measured> {
  const error = errorOfFile(file);
  if (error) return { errorKind: error };
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return width * height > MAX_PICTURE_PIXELS ? { errorKind: 'too-many-pixels' } : { width, height, errorKind: null };
  } catch {
    // The browser cannot decode it, and so nobody could see it.
    return { errorKind: 'damaged' };
  }
}
