import { readFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import type { Metadata, Sharp } from 'sharp';
import { createConcurrencyLimit } from '../../http/concurrency-limit.ts';
import { causedBy } from '../../http/errors.ts';
import { isDiskFull, StorageError } from '../errors.ts';
import {
  MAX_DECODED_PIXELS,
  MAX_FRAMES,
  MAX_PICTURE_PIXELS,
  MAX_PNG_TEXT_BYTES,
  MAX_PNG_TEXTS,
  MAX_SIDE,
  MAX_UPLOADED_PIXELS,
  MAX_UPLOADED_PIXELS_WHOLE,
  TOO_MANY_AT_ONCE,
  UPLOADS_DECODED_AT_ONCE,
  UPLOADS_WAITING,
} from '../limits.ts';
import { PICTURE_FORMATS, type PictureFormat, isAnimatable } from './picture-formats.ts';

/** The library of pictures, loaded with the first of them: it takes 10 MB and a twentieth of a start. */
export const loadSharp = () => (loading ??= load());
let loading: ReturnType<typeof load> | undefined;

async function load() {
  const { default: sharp } = await import('sharp');
  // Other decoders (SVG, PDF, TIFF …) are disabled for the whole process.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegFile',
      'VipsForeignLoadPngFile',
      'VipsForeignLoadWebpFile',
      'VipsForeignLoadNsgifFile',
      'VipsForeignLoadHeifFile',
    ],
  });
  // Files never change, and their names are never used again.
  sharp.cache(false);
  return sharp;
}

/** Separate from the limit of renders, so that renders never delay an upload. */
const limitUploads = createConcurrencyLimit({
  places: UPLOADS_DECODED_AT_ONCE,
  waiting: UPLOADS_WAITING,
  message: TOO_MANY_AT_ONCE,
});

const MAX_SECONDS = 30;
const NOT_A_PICTURE = 'The file is not a picture of a kind that is accepted: JPEG, PNG, WebP, GIF or AVIF';

/** High quality, without visible loss, at a reasonable size. */
const ENCODERS: Record<PictureFormat, (picture: Sharp, isIndexed: boolean) => Sharp> = {
  jpeg: (picture) => picture.jpeg({ quality: 90, mozjpeg: true }),
  png: (picture, isIndexed) => picture.png({ compressionLevel: 9, palette: isIndexed }),
  webp: (picture) => picture.webp({ quality: 90 }),
  gif: (picture) => picture.gif(),
  avif: (picture) => picture.avif({ quality: 70, effort: 3 }),
};

/**
 * Decodes the picture in `from`, whatever type it claims, and encodes it into `to`: rotated upright, animated if it
 * was, and without metadata (location, camera, comments) or trailing data. Throws StorageError `InvalidMimeType` for
 * anything but a picture, `EntityTooLarge` for too many pixels or texts, `InvalidRequest` for a damaged picture, `NoSpace`;
 * RequestError `too_many_requests` when too many wait.
 */
export async function reencodePicture(from: string, to: string): Promise<PictureFormat> {
  return limitUploads('all', async () => {
    const found = await inspectPicture(from);
    requirePixels(found, maxPixelsOfUpload(found));
    const { format, isIndexed } = found;
    try {
      const picture = await openPicture(from, format);
      await ENCODERS[format](picture, isIndexed).timeout({ seconds: MAX_SECONDS }).toFile(to);
    } catch (error) {
      if (isDiskFull(error)) throw causedBy(new StorageError('NoSpace'), error);
      throw causedBy(new StorageError('InvalidRequest', 'The picture is damaged or incomplete'), error);
    }
    return format;
  });
}

/** Opens a picture for decoding, rotated upright, with all frames of an animation. */
export async function openPicture(file: string, format: PictureFormat): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(file, {
    animated: isAnimatable(format),
    autoOrient: !isAnimatable(format),
    limitInputPixels: MAX_PICTURE_PIXELS,
    failOn: 'error',
  });
}

/** The contents of a picture's header. Width and height are of one frame, upright. */
export type PictureFacts = {
  format: PictureFormat;
  width: number;
  height: number;
  frames: number;
  isIndexed: boolean;
  /** Whether it is progressive, interlaced or 16-bit, and so takes more memory. */
  isHeldWhole: boolean;
};

/**
 * Reads the header of a picture, from a file or from memory, and rejects what would take too much memory to decode.
 * Throws StorageError `InvalidMimeType`, `EntityTooLarge`.
 */
export async function inspectPicture(source: string | Buffer): Promise<PictureFacts> {
  requireFewTexts(typeof source === 'string' ? await readFile(source) : source);
  const sharp = await loadSharp();
  // The pixel limit is checked here, so that the error can give the size.
  const found = await sharp(source, { limitInputPixels: false, animated: true }).metadata().catch(rejectPicture);
  const facts = { ...factsOf(found), format: formatOf(found) };
  requirePixels(facts, MAX_DECODED_PIXELS[facts.format]);
  return facts;
}

function factsOf(found: Metadata): Omit<PictureFacts, 'format'> {
  const { width, height, pages = 1, pageHeight = height, autoOrient, isProgressive, depth, isPalette } = found;
  const isTurned = pages === 1 && autoOrient.width !== width;
  return {
    width: isTurned ? pageHeight : width,
    height: isTurned ? width : pageHeight,
    frames: pages,
    isIndexed: isPalette,
    isHeldWhole: isProgressive || depth === 'ushort',
  };
}

function formatOf({ format, compression }: Metadata): PictureFormat {
  const name = format === 'heif' && compression === 'av1' ? 'avif' : format;
  return PICTURE_FORMATS.find((known) => known === name) ?? rejectPicture();
}

function maxPixelsOfUpload({ format, isHeldWhole }: PictureFacts): number {
  return isHeldWhole ? Math.min(MAX_UPLOADED_PIXELS[format], MAX_UPLOADED_PIXELS_WHOLE) : MAX_UPLOADED_PIXELS[format];
}

function requirePixels({ width, height, frames }: PictureFacts, most: number): void {
  if (width <= MAX_SIDE && height <= MAX_SIDE && frames <= MAX_FRAMES && width * height * frames <= most) return;
  const size = frames > 1 ? `${frames} frames of ${width} × ${height}` : `${width} × ${height} pixels`;
  throw new StorageError(
    'EntityTooLarge',
    `The picture has ${size}; at most ${most / 1e6} million are accepted in a file of this kind`,
  );
}

function rejectPicture(cause?: unknown): never {
  throw causedBy(new StorageError('InvalidMimeType', NOT_A_PICTURE), cause);
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Bytes of length, type and checksum around the data of a chunk. */
const CHUNK_FRAME = 12;

/**
 * Rejects a PNG whose texts are too many or too large when uncompressed (PNG specification 11.3.3): libpng uncompresses
 * and keeps all of them before the first pixel, so 3 MB of compressed texts can take more than 1 GB. Other data than
 * PNG is accepted. Throws StorageError `EntityTooLarge`.
 */
export function requireFewTexts(bytes: Buffer): void {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return;
  let texts = 0;
  let left = MAX_PNG_TEXT_BYTES;
  for (let at = SIGNATURE.length; at + CHUNK_FRAME <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'tEXt' || type === 'zTXt' || type === 'iTXt') {
      texts += 1;
      left -= unpackedSize(type, data, left);
    }
    if (texts > MAX_PNG_TEXTS || left < 0) {
      throw new StorageError('EntityTooLarge', 'The picture carries too much text beside its pixels');
    }
    at += CHUNK_FRAME + length;
  }
}

/** The uncompressed bytes of a text, or a number above `most` when there are more. */
function unpackedSize(type: 'tEXt' | 'zTXt' | 'iTXt', data: Buffer, most: number): number {
  const packed = packedPart(type, data);
  if (!packed) return data.length;
  try {
    return data.length + inflateSync(packed, { maxOutputLength: most + 1 }).length;
  } catch (error) {
    // A decoder drops a damaged text.
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? most + 1 : data.length;
  }
}

/**
 * The compressed part of a chunk, or null. Layout: keyword, 0, [flag,] method, [language, 0, translated keyword, 0,]
 * text.
 */
function packedPart(type: 'tEXt' | 'zTXt' | 'iTXt', data: Buffer): Buffer | null {
  const keywordEnd = data.indexOf(0);
  if (type === 'tEXt' || keywordEnd === -1) return null;
  if (type === 'zTXt') return data.subarray(keywordEnd + 2);
  if (data[keywordEnd + 1] !== 1) return null;
  const languageEnd = data.indexOf(0, keywordEnd + 3);
  const translatedEnd = languageEnd === -1 ? -1 : data.indexOf(0, languageEnd + 1);
  return translatedEnd === -1 ? null : data.subarray(translatedEnd + 1);
}
