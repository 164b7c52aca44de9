import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { AGE_MAGIC, decrypted } from './encryption.ts';

export type ArchiveEntry = { name: string; content: AsyncIterable<Buffer> };

const GZIP_MAGIC = [0x1f, 0x8b];

/**
 * Reads the entries of an archive; each must be read to its end before the next. `label` names the archive in errors.
 * Throws a ConfigurationError for a foreign file, and for an encrypted one without its passphrase. Errors of a damaged
 * file come from the entries as well; `describeArchiveError` says what they mean.
 */
export async function* openArchive(
  source: Readable,
  label: string,
  passphrase: string | null,
): AsyncGenerator<ArchiveEntry> {
  const [head, rest] = await peek(source, AGE_MAGIC.length);
  const isEncrypted = head.toString('latin1') === AGE_MAGIC;
  if (!isEncrypted && !GZIP_MAGIC.every((byte, at) => head[at] === byte)) throw foreign(label);
  if (isEncrypted && passphrase === null) {
    throw new ConfigurationError(
      `${label} is encrypted. Set BACKUP_PASSPHRASE to the passphrase with which it was made.`,
    );
  }
  const compressed = isEncrypted ? decrypted(rest, passphrase!) : rest;
  const entries = extract();
  // Its errors, and those of all streams before it, end the iteration.
  pipeline(Readable.from(compressed), createGunzip(), entries, () => {});
  try {
    for await (const entry of entries) {
      if (entry.header.type === 'file') yield { name: entry.header.name, content: entry as AsyncIterable<Buffer> };
      entry.resume();
    }
  } finally {
    source.destroy();
  }
}

export function foreign(label: string): ConfigurationError {
  return new ConfigurationError(`${label} is not a backup of this product. Nothing was changed.`);
}

export function damaged(label: string, why: string): ConfigurationError {
  return new ConfigurationError(
    `${label} is damaged or incomplete: ${why}. Nothing was changed.\nTake another backup: npm run backup -- list`,
  );
}

/** The first bytes of a stream, and all of it. */
async function peek(source: Readable, size: number): Promise<[Buffer, AsyncGenerator<Buffer>]> {
  const pieces = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const read: Buffer[] = [];
  for (let length = 0; length < size;) {
    const { value, done } = await pieces.next();
    if (done) break;
    read.push(value);
    length += value.length;
  }
  async function* all(): AsyncGenerator<Buffer> {
    yield* read;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  }
  return [Buffer.concat(read).subarray(0, size), all()];
}

/**
 * A ConfigurationError for an error of zlib, tar-stream or age-encryption, which have no common class. Errors of the disk
 * and of the operator are returned as they are.
 */
export function describeArchiveError(error: unknown, label: string): unknown {
  if (error instanceof ConfigurationError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (/no identity matched|incorrect passphrase/i.test(message)) {
    return new ConfigurationError(
      `BACKUP_PASSPHRASE is not the passphrase with which ${label} was encrypted. Nothing was changed.`,
    );
  }
  if (/^E[A-Z]+$/.test(code)) return error;
  return damaged(label, message.toLowerCase());
}
