import { MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS, PICTURE_TYPES, PICTURE_WIDTHS } from '#contract/pictures.ts';
import type { PictureErrorKind } from '#site/content/media.ts';

/** A picture that cannot be uploaded, as the check of its file has found. */
export class UnfitPicture extends Error {
  readonly kind: PictureErrorKind;
  constructor(kind: PictureErrorKind) {
    super(`a picture that cannot be uploaded: ${kind}`);
    this.kind = kind;
  }
}

/** A file that can be sent, with its size in pixels as it is seen. */
export type PreparedPicture = { file: File; width: number; height: number };

/** The widest rendition that the site makes. */
const MAX_WIDTH = PICTURE_WIDTHS.at(-1) ?? 2560;
/** Of a long picture; the server decodes so many in each format. */
const MAX_PIXELS = 12e6;
const QUALITY = 0.9;
/** Enough of the file for its signature, and for the marks of animations. */
const HEAD_BYTES = 64;

/**
 * Makes a picture ready to be sent: turned upright and scaled down to what the site can show, where it is larger. A
 * picture that fits, and an animation, stay as they are: the server checks and encodes them. Throws UnfitPicture.
 */
export async function preparePicture(file: File): Promise<PreparedPicture> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const isHeic = isHeicFile(file, head);
  if (!isHeic && !(PICTURE_TYPES as readonly string[]).includes(file.type)) throw new UnfitPicture('not-a-picture');
  const bitmap = await createImageBitmap(file).catch(() => {
    // Safari decodes HEIC, other browsers do not.
    throw new UnfitPicture(isHeic ? 'heic' : 'damaged');
  });
  try {
    const { width, height } = bitmap;
    if (isAnimation(file.type, head)) {
      if (file.size > MAX_PICTURE_BYTES) throw new UnfitPicture('animation-too-large');
      if (width * height > MAX_PICTURE_PIXELS) throw new UnfitPicture('too-many-pixels');
      return { file, width, height };
    }
    const scale = scaleOf(width, height);
    if (scale === 1 && !isHeic && file.size <= MAX_PICTURE_BYTES) return { file, width, height };
    const prepared = await draw(bitmap, file, scale);
    if (prepared.file.size > MAX_PICTURE_BYTES) throw new UnfitPicture('too-large');
    return prepared;
  } finally {
    bitmap.close();
  }
}

/** By how much a picture is scaled so that the site can show all of it: 1 for one that fits. */
export function scaleOf(width: number, height: number): number {
  return Math.min(1, MAX_WIDTH / width, Math.sqrt(MAX_PIXELS / (width * height)));
}

async function draw(bitmap: ImageBitmap, { name, type }: File, scale: number): Promise<PreparedPicture> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new UnfitPicture('too-many-pixels');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  // WebP keeps transparency; Safari, which cannot write it, makes a PNG instead.
  const wanted = type === 'image/jpeg' || isHeicType(type) || type === '' ? 'image/jpeg' : 'image/webp';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, wanted, QUALITY));
  if (!blob) throw new UnfitPicture('too-many-pixels');
  const { width, height } = canvas;
  // Frees the memory now: a phone has little of it.
  canvas.width = canvas.height = 0;
  return { file: new File([blob], name, { type: blob.type }), width, height };
}

const HEIC_BRANDS = new Set(['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1']);
const isHeicType = (type: string): boolean => /^image\/hei[cf]/.test(type);

/** Windows and Linux know no type of HEIC, so its first bytes decide. */
export function isHeicFile({ type }: Pick<File, 'type'>, head: Uint8Array): boolean {
  return isHeicType(type) || (type === '' && textAt(head, 4, 4) === 'ftyp' && HEIC_BRANDS.has(textAt(head, 8, 4)));
}

/** Whether a file has, or may have, several frames, which a canvas would lose. */
export function isAnimation(type: string, head: Uint8Array): boolean {
  if (type === 'image/gif') return true;
  if (type === 'image/webp') return textAt(head, 12, 4) === 'VP8X' && ((head[20] ?? 0) & 2) !== 0;
  return type === 'image/avif' && textAt(head, 8, 4) === 'avis';
}

function textAt(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length));
}
