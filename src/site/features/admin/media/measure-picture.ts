import { MAX_PICTURE_PIXELS } from '#contract/pictures.ts';
import type { PictureTrouble } from '../../../content/media.ts';
import { faultOfFile } from '../../../gateway/media.ts';

export type Measured = { width: number; height: number; trouble: null } | { trouble: PictureTrouble };

/** Looks at a file before it is sent: type and size by what it says of itself, width and height by decoding it. */
export async function measurePicture(file: File): Promise<Measured> {
  const fault = faultOfFile(file);
  if (fault) return { trouble: fault };
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return width * height > MAX_PICTURE_PIXELS ? { trouble: 'too-many-pixels' } : { width, height, trouble: null };
  } catch {
    // The browser cannot decode it, and so nobody could see it.
    return { trouble: 'damaged' };
  }
}
