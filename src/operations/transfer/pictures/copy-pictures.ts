import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { readFile } from 'node:fs/promises';
import { formatOfBytes, pictureTypeOf } from '#backend/storage/pictures/picture-formats.ts';
import { MAX_PICTURE_BYTES, PDF_TYPE } from '#contract/pictures.ts';
import { slugFromTitle } from '#contract/slug.ts';
import { PICTURES_FOLDER } from '../export/export-format.ts';
import { isPdf, isSameSite } from '../html/addresses.ts';
import { type ImportReport, note } from '../import/report.ts';
import { type FindPicture, fileInside } from './find-picture.ts';
import { type MediaStore, addressOfPicture } from './media.ts';
import type { Source, SourcePicture } from '../source.ts';

/** Copies pictures and PDF files into the site, each once per import. Returns their new addresses by their old ones. */
export type CopyPictures = (urls: readonly URL[], usedBy: string) => Promise<ReadonlyMap<string, string>>;

type CopyOptions = {
  siteUrl: URL | null;
  find: FindPicture;
  media: MediaStore;
  report: ImportReport;
};

/** Copies the pictures of the earlier website; those of other hosts stay where they are. */
export function createPictureCopier(options: CopyOptions): CopyPictures {
  const { siteUrl, find, report } = options;
  const copied = new Map<string, string | null>();

  const copyOne = async (url: URL, usedBy: string): Promise<string | null> => {
    if (!isSameSite(url, siteUrl)) {
      note(report, usedBy, [`a picture stays at another host: ${url.href.slice(0, 200)}`]);
      return null;
    }
    const found = await find(url);
    if (found === 'to fetch') {
      report.pictures[found] += 1;
      return null;
    }
    const stored = 'reason' in found ? found : await copyPicture(options, url, found.bytes);
    if ('address' in stored) return stored.address;
    report.pictures.failed += 1;
    note(report, usedBy, [
      `a ${isPdf(url) ? 'PDF file' : 'picture'} is not taken: ${url.href.slice(0, 200)} (${stored.reason})`,
    ]);
    return null;
  };

  return async (urls, usedBy) => {
    const found = new Map<string, string>();
    for (const { href } of urls) {
      if (!copied.has(href)) copied.set(href, await copyOne(new URL(href), usedBy));
      const address = copied.get(href);
      if (address) found.set(href, address);
    }
    return found;
  };
}

type StoredPicture = { address: string } | { reason: string };

/** Stores a picture under a name made of its own and its contents. Returns the reason when it is rejected. */
async function copyPicture({ media, report }: CopyOptions, url: URL, bytes: Buffer): Promise<StoredPicture> {
  const type = typeOfBytes(bytes);
  if (!type) return { reason: NO_TYPE };
  if (bytes.length > MAX_PICTURE_BYTES) return { reason: `it has more than ${MAX_PICTURE_BYTES} bytes` };
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const key = `${stemOf(url)}-${hash}.${type.replace(/^.*\//, '').replace('jpeg', 'jpg')}`;
  if (await media.has(key)) report.pictures.present += 1;
  else {
    try {
      await media.put(key, bytes, type, {});
    } catch (error) {
      return { reason: (error as Error).message };
    }
    report.pictures.stored += 1;
  }
  return { address: addressOfPicture(key) };
}

/** `/uploads/Port%20of%20Mumbai.JPG` becomes `port-of-mumbai`. */
function stemOf({ pathname }: URL): string {
  const name = basename(pathname).replace(/\.[a-z0-9]{2,4}$/i, '');
  const stem = slugFromTitle(name.replaceAll(/%[0-9a-f]{2}|[_.]/gi, ' '));
  return stem.slice(0, 60).replace(/-$/, '') || 'picture';
}

/** Stores the pictures of an export of this product under their keys, so that their addresses in posts stay. */
export async function importOwnPictures(
  { pictures, folder }: Source,
  media: MediaStore,
  report: ImportReport,
): Promise<void> {
  for (const picture of pictures) {
    if (await media.has(picture.key)) {
      report.pictures.present += 1;
      continue;
    }
    const reason = await storePicture(picture, folder ?? '', media);
    report.pictures[reason === null ? 'stored' : 'failed'] += 1;
    if (reason !== null) note(report, `picture ${picture.key.slice(0, 200)}`, [`not taken: ${reason}`]);
  }
}

/** Returns why a picture is not stored, or null. */
async function storePicture(
  { key, file, sha256, notes }: SourcePicture,
  folder: string,
  media: MediaStore,
): Promise<string | null> {
  const path = await fileInside(folder, `${PICTURES_FOLDER}/${file}`, MAX_PICTURE_BYTES);
  if (!path) return `${file.slice(0, 200)} is not a file of the export, or too large`;
  const bytes = await readFile(path);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) return 'it is damaged';
  const type = typeOfBytes(bytes);
  if (!type) return NO_TYPE;
  try {
    await media.put(key, bytes, type, notes);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

const NO_TYPE = 'it is not a JPEG, PNG, WebP, GIF, AVIF or PDF';

/** The type that the first bytes announce; the storage service decides whether it is one. */
function typeOfBytes(bytes: Buffer): string | null {
  const format = formatOfBytes(bytes);
  if (format) return pictureTypeOf(format);
  return bytes.toString('latin1', 0, 5) === '%PDF-' ? PDF_TYPE : null;
}
