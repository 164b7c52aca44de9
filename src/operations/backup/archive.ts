import { createHash } from 'node:crypto';
import { Readable, Transform, pipeline } from 'node:stream';
import { pipeline as pipelineOf } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { ReadableStream as NodeStream } from 'node:stream/web';
import { extract, pack } from 'tar-stream';
import { ConfigurationError } from '#backend/configuration-error.ts';

/** The archive was closed by its reader, whose error says why. */
export class ArchiveClosed extends Error {}

/** A tar archive, compressed with gzip and encrypted with a passphrase, that is written one entry after the other. */
export type Archive = {
  /** The bytes of the archive, to be read while entries are added. */
  content: Readable;
  /** Adds an entry. Throws ArchiveClosed, as all functions here do. */
  add: (name: string, content: Buffer) => Promise<void>;
  /** Adds an entry of `bytes` bytes from a stream. Returns its SHA-256. Throws the error of the stream. */
  addStream: (name: string, bytes: number, content: Readable) => Promise<string>;
  finish: () => void;
  /** Ends `content` with this error. */
  abort: (error: Error) => void;
};

const ONLY_OWNER = 0o600;

export function createArchive(passphrase: string | null): Archive {
  const tar = pack();
  // Its error reaches the reader of `content`.
  const compressed = pipeline(Readable.from(tar), createGzip(), () => {});
  const content = passphrase === null ? compressed : Readable.from(encrypted(compressed, passphrase));
  return {
    content,
    add: (name, buffer) =>
      new Promise((resolve, reject) => {
        const header = { name, size: buffer.length, mode: ONLY_OWNER };
        const done = (error?: Error | null) =>
          error ? reject(new ArchiveClosed('closed', { cause: error })) : resolve();
        if (tar.destroyed) return done(new Error('The archive is closed.'));
        tar.entry(header, buffer, done);
      }),
    addStream: async (name, bytes, source) => {
      const hash = createHash('sha256');
      let failure: Error | null = null;
      source.once('error', (error) => (failure = error));
      const measure = new Transform({
        transform: (piece: Buffer, _encoding, done) => {
          hash.update(piece);
          done(null, piece);
        },
      });
      try {
        if (tar.destroyed) throw new Error('The archive is closed.');
        await pipelineOf(source, measure, tar.entry({ name, size: bytes, mode: ONLY_OWNER }));
      } catch (error) {
        source.destroy();
        throw failure ?? new ArchiveClosed('closed', { cause: error });
      }
      return hash.digest('hex');
    },
    finish: () => tar.finalize(),
    abort: (error) => {
      tar.destroy(error);
      content.destroy(error);
    },
  };
}

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

/** What an encrypted file begins with (https://age-encryption.org/v1). */
const AGE_MAGIC = 'age-encryption.org/v1';

type Bytes = AsyncIterable<Uint8Array>;

/** Loaded only for an encrypted backup: it takes a twentieth of the work of a start. */
const loadAge = () => import('age-encryption');

/** Encrypts with a passphrase in the format of age, so that `age --decrypt` reads it as well. */
async function* encrypted(source: Bytes, passphrase: string): AsyncGenerator<Uint8Array> {
  const { Encrypter } = await loadAge();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  yield* await encrypter.encrypt(streamOf(source));
}

/** Decrypts what `encrypted` has made. Throws for another passphrase, and for damaged or truncated data. */
async function* decrypted(source: Bytes, passphrase: string): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  yield* await decrypter.decrypt(streamOf(source));
}

/** The types of Node's and of the browser's streams differ; the class is the same. */
function streamOf(source: Bytes): ReadableStream<Uint8Array> {
  return NodeStream.from(source) as unknown as ReadableStream<Uint8Array>;
}
