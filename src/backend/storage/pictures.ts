import sharp, { type Sharp } from 'sharp';
import { MAX_PICTURE_PIXELS } from '#contract/pictures.ts';
import { StorageFault } from './errors.ts';
import { createGate } from './gate.ts';
import { MAX_SIDE, PICTURES_AT_ONCE, PICTURES_WAITING } from './limits.ts';
import { PICTURE_FORMATS, type PictureFormat } from './picture-types.ts';

// Decoders of anything else (SVG, PDF, TIFF …) are switched off for the whole process: they are never even tried.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    ...['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile', 'VipsForeignLoadNsgifFile'],
    'VipsForeignLoadHeifFile',
  ],
});
// Files are written once and read under names that never come back.
sharp.cache(false);

/** Decoding needs processor and memory: everything that does it stands in this one line. */
export const atThePictureDesk = createGate({ atOnce: PICTURES_AT_ONCE, waiting: PICTURES_WAITING });

const MAX_SECONDS = 30;
const NOT_A_PICTURE = 'The file is not a picture of a kind that is accepted: JPEG, PNG, WebP, GIF or AVIF';

/** How a picture is written: near enough to the original that nobody sees it, and small enough to keep. */
const ENCODERS: Record<PictureFormat, (picture: Sharp, isIndexed: boolean) => Sharp> = {
  jpeg: (picture) => picture.jpeg({ quality: 90, mozjpeg: true }),
  png: (picture, isIndexed) => picture.png({ compressionLevel: 9, palette: isIndexed }),
  webp: (picture) => picture.webp({ quality: 90 }),
  gif: (picture) => picture.gif(),
  avif: (picture) => picture.avif({ quality: 70, effort: 3 }),
};

/**
 * Decodes the picture in `from`, whatever it calls itself, and writes it anew into `to`: upright, animated if it was,
 * and without anything that was in the file beside the picture (place and camera, comments, a second file behind it).
 * Throws StorageFault `InvalidMimeType` for what is no picture, `EntityTooLarge` for too many pixels, `InvalidRequest`
 * for one that is damaged.
 */
export async function reencodePicture(from: string, to: string): Promise<PictureFormat> {
  return atThePictureDesk(async () => {
    const { format, isIndexed } = await inspectPicture(from);
    try {
      await ENCODERS[format](openPicture(from, format), isIndexed).timeout({ seconds: MAX_SECONDS }).toFile(to);
    } catch (error) {
      throw new StorageFault('InvalidRequest', 'The picture is damaged or incomplete', error);
    }
    return format;
  });
}

/** Opens a picture for decoding, upright; all frames of one that may move. */
export function openPicture(file: string, format: PictureFormat): Sharp {
  const mayMove = format === 'gif' || format === 'webp';
  return sharp(file, {
    animated: mayMove,
    autoOrient: !mayMove,
    limitInputPixels: MAX_PICTURE_PIXELS,
    failOn: 'error',
  });
}

async function inspectPicture(file: string): Promise<{ format: PictureFormat; isIndexed: boolean }> {
  // The pixel limit is checked here, from the header alone, so that the refusal can say what is wrong.
  const found = await sharp(file, { limitInputPixels: false, animated: true }).metadata().catch(refusePicture);
  const name = found.format === 'heif' && found.compression === 'av1' ? 'avif' : found.format;
  const format = PICTURE_FORMATS.find((known) => known === name);
  if (!format) return refusePicture();
  const { width, height, pages = 1, pageHeight = height } = found;
  if (width > MAX_SIDE || pageHeight > MAX_SIDE || width * pageHeight * pages > MAX_PICTURE_PIXELS) {
    const size = pages > 1 ? `${pages} frames of ${width} × ${pageHeight}` : `${width} × ${pageHeight} pixels`;
    throw new StorageFault(
      'EntityTooLarge',
      `The picture has ${size}; at most ${MAX_PICTURE_PIXELS / 1e6} million are accepted`,
    );
  }
  return { format, isIndexed: found.isPalette };
}

function refusePicture(cause?: unknown): never {
  throw new StorageFault('InvalidMimeType', NOT_A_PICTURE, cause);
}
