import { buffer } from 'node:stream/consumers';
import type { Bytes } from '../bytes/folder-bytes.ts';

/** The picture formats that browsers show and never execute, by sharp's names. */
export const PICTURE_FORMATS = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** The MIME type of a picture format. */
export function pictureTypeOf(format: PictureFormat): `image/${PictureFormat}` {
  return `image/${format}`;
}

/** The picture format of a MIME type, or null for any other type. */
export function pictureFormatOf(type: string): PictureFormat | null {
  return PICTURE_FORMATS.find((format) => pictureTypeOf(format) === type) ?? null;
}

/** Whether a picture of this format may have frames, which are kept: AVIF is encoded without. */
export const isAnimatable = (format: PictureFormat): boolean => format === 'gif' || format === 'webp';

/** Bytes that are enough to tell the formats apart. */
const HEAD_BYTES = 64;
/** Formats that a process remembers. */
const MAX_REMEMBERED = 5000;

/** Returns the format of the picture in a version of `size` bytes, or null for other data. Throws as `Bytes.read` does. */
export type ReadPictureFormat = (version: string, size: number) => Promise<PictureFormat | null>;

/** The declared type is never asked: an uploader may declare any. Bytes of a version never change, so a format is kept. */
export function createFormatReader(bytes: Pick<Bytes, 'read'>): ReadPictureFormat {
  const formats = new Map<string, PictureFormat | null>();
  return async (version, size) => {
    const known = formats.get(version);
    if (known !== undefined) return known;
    if (size === 0) return null;
    const head = await bytes.read(version, { start: 0, end: Math.min(size, HEAD_BYTES) - 1 });
    const format = formatOfBytes(await buffer(head));
    const [oldest] = formats.keys();
    if (oldest !== undefined && formats.size >= MAX_REMEMBERED) formats.delete(oldest);
    formats.set(version, format);
    return format;
  };
}

/** The picture format that the first bytes of a file announce, or null. The decoder still decides whether it is one. */
export function formatOfBytes(head: Buffer): PictureFormat | null {
  const at = (start: number, end: number) => head.toString('latin1', start, end);
  if (at(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (at(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') return 'webp';
  if (/^GIF8[79]a/.test(at(0, 6))) return 'gif';
  return at(4, 8) === 'ftyp' && brandsOf(head).some((brand) => brand === 'avif' || brand === 'avis') ? 'avif' : null;
}

/** The brands in the first box of an ISO media file (ISO 14496-12, 4.3), which begins with its length. */
function brandsOf(head: Buffer): string[] {
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4));
  return brands;
}
