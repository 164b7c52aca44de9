import { readFile } from 'node:fs/promises';
import { formatOfBytes } from '#backend/storage/pictures/picture-formats.ts';
import { MAX_PICTURE_BYTES } from '#contract/pictures.ts';
import type { Media } from '../pictures/media.ts';
import { fileInside } from '../pictures/inside-folder.ts';
import type { Source, SourcePicture } from '../source.ts';
import { type ImportReport, note } from './report.ts';

/** Stores the pictures of an export of this product under their keys, so that their addresses in posts stay. */
export async function importOwnPictures(
  { pictures, picturesFolder }: Source,
  media: Media,
  { report, isDryRun }: { report: ImportReport; isDryRun: boolean },
): Promise<void> {
  for (const picture of pictures) {
    if (await media.has(picture.key)) {
      report.pictures.present += 1;
      continue;
    }
    const reason = await storePicture(picture, picturesFolder ?? '', media, isDryRun);
    report.pictures[reason === null ? 'stored' : 'failed'] += 1;
    if (reason !== null) note(report, `picture ${picture.key.slice(0, 200)}`, [`not taken: ${reason}`]);
  }
}

/** Returns why a picture is not stored, or null. */
async function storePicture(
  { key, file, notes }: SourcePicture,
  folder: string,
  media: Media,
  isDryRun: boolean,
): Promise<string | null> {
  const path = await fileInside(folder, file, MAX_PICTURE_BYTES);
  if (!path) return `${file.slice(0, 200)} is not a file of the export, or too large`;
  const bytes = await readFile(path);
  const format = formatOfBytes(bytes);
  if (!format) return 'it is not a JPEG, PNG, WebP, GIF or AVIF';
  if (isDryRun) return null;
  try {
    await media.put(key, bytes, format, notes);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
