import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asService } from '../database/as-caller.ts';
import { type ResumableUpload, listParts } from './resumable-rows.ts';
import type { StorageDeps } from './storage-deps.ts';

type ReceivedPiece = {
  /** In bytes. */
  size: number;
  /** What ended the request before its end, or null. */
  error: Error | null;
};

/** Writes the bytes of a request to a new file and flushes it, as many as arrive. Throws the errors of the disk. */
export async function receivePiece(stream: Readable, file: string): Promise<ReceivedPiece> {
  const out = await open(file, 'wx', 0o600);
  try {
    const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
    let size = 0;
    for (;;) {
      const next = await chunks.next().catch((error: Error) => error);
      if (next instanceof Error || next.done) {
        await out.sync();
        return { size, error: next instanceof Error ? next : null };
      }
      await out.appendFile(next.value);
      size += next.value.byteLength;
    }
  } finally {
    await out.close();
  }
}

/**
 * Writes the stored pieces of an upload and the last one to a new file, and flushes it. Throws as `Bytes.read` does,
 * `NoSuchKey` when another request has removed the upload.
 */
export async function joinPieces(
  { bytes, database }: StorageDeps,
  upload: ResumableUpload,
  lastPiece: string,
  file: string,
): Promise<void> {
  const parts = await asService(database, { readOnly: true }, (query) => listParts(query, upload));
  const append = (source: Readable) =>
    pipeline(source, createWriteStream(file, { flags: 'a', mode: 0o600, flush: true }));
  for (const { version, size } of parts) await append(await bytes.read(version, { start: 0, end: size - 1 }));
  await append(createReadStream(lastPiece));
}
