import { open } from 'node:fs/promises';
import { type BucketRules, allowsType, PDF_TYPE } from '../buckets/buckets.ts';
import { StorageError } from '../errors.ts';
import { pictureTypeOf } from '../pictures/picture-formats.ts';
import { reencodePicture } from '../pictures/pictures.ts';

/** The file that is stored of an upload, and the type of its bytes. */
type CheckedFile = { file: string; mimetype: string };

/**
 * Reads the type of a received file. Where the bytes decide (`isByContent`), the claimed type is ignored, a picture is
 * encoded again into `decoded`, and a PDF stays as it is. Throws StorageError `UnsupportedMimeType`, and as
 * `reencodePicture` does.
 */
export async function checkContent(
  rules: BucketRules,
  received: string,
  decoded: string,
  claimed: string,
): Promise<CheckedFile> {
  const checked = rules.isByContent
    ? await readContent(rules, received, decoded)
    : { file: received, mimetype: claimed };
  if (!allowsType(rules, checked.mimetype)) throw new StorageError('UnsupportedMimeType', checked.mimetype);
  return checked;
}

async function readContent(rules: BucketRules, received: string, decoded: string): Promise<CheckedFile> {
  if (allowsType(rules, PDF_TYPE) && (await isPdf(received))) return { file: received, mimetype: PDF_TYPE };
  return { file: decoded, mimetype: pictureTypeOf(await reencodePicture(received, decoded)) };
}

const PDF_START = '%PDF-';
const PDF_END = '%%EOF';
/** Readers accept the end mark within so many last bytes (ISO 32000-1, H.3). */
const END_BYTES = 1024;

/** Whether a file begins and ends as a PDF (ISO 32000-1, 7.5.2 and 7.5.5). */
async function isPdf(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const read = async (from: number, length: number): Promise<string> => {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position: from });
      return buffer.toString('latin1', 0, bytesRead);
    };
    if ((await read(0, PDF_START.length)) !== PDF_START) return false;
    return (await read(Math.max(0, size - END_BYTES), END_BYTES)).includes(PDF_END);
  } finally {
    await file.close();
  }
}
