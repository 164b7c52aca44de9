import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { AnswerOptions } from './memory-answer.ts';

/** Below this size compression saves nothing worth its time. */
const SMALLEST_BYTES = 512;
/** Pages are compressed again after every change of content, so faster than built files (react-router.config.ts). */
const BROTLI_QUALITY = 5;

/** The compressed forms of a text that is made at run time, each made at its first use. */
export function compressOnUse(identity: Buffer<ArrayBuffer>): NonNullable<AnswerOptions['compressed']> {
  if (identity.length <= SMALLEST_BYTES) return {};
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return { br: () => copy(brotliCompressSync(identity, { params })), gzip: () => copy(gzipSync(identity)) };
}

/** zlib returns a view of a larger buffer, which would stay in memory. */
function copy(bytes: Buffer): Buffer<ArrayBuffer> {
  return Buffer.from(Uint8Array.from(bytes).buffer);
}
