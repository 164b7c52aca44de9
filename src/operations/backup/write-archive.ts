import { createHash } from 'node:crypto';
import { Readable, Transform, pipeline } from 'node:stream';
import { pipeline as pipelineOf } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { encrypted } from './encryption.ts';

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
  /** Ends the archive. */
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
