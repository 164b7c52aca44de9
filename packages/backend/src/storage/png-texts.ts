import { inflateSync } from 'node:zlib';
import { StorageError } from './errors.ts';
import { MAX_PNG_TEXTS, MAX_PNG_TEXT_BYTES } from './limits.ts';

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
