import type { Readable } from 'node:stream';
import type { RunQuery } from '../../database/connect.ts';
import type { ByteRange } from '../objects/serve-file.ts';

/**
 * The bytes of the service: in a folder (folder-bytes.ts) or in an S3-compatible store (s3-bytes.ts). The bytes of a
 * version never change. A process creates or removes a version in three steps: it writes a mark, changes the bytes and
 * the row, and deletes the mark. A mark of a process that has ended names a version that may be incomplete; its bytes are
 * kept if it has a row, and removed otherwise. Bytes are never removed only because they have no row, so a wrong
 * DATABASE_URL loses nothing.
 *
 * A store that does not answer throws StorageError `StoreUnavailable`.
 */
export type Bytes = {
  /** The id of this process, which names its lock and its folder. */
  processId: string;
  /** A new path in the data folder for a file that is being received. */
  incoming: () => Promise<string>;
  /** Makes a received and flushed file a new version, marked until `settle`. */
  adopt: (file: string, version: string) => Promise<void>;
  /** Copies the bytes of a version to a new one, marked until `settle`. */
  duplicate: (from: string, version: string) => Promise<void>;
  /** Marks versions whose rows the transaction of `query` deletes. */
  mark: (query: RunQuery, versions: readonly string[]) => Promise<void>;
  /**
   * Checks that no other process has taken this one for dead and settled the version. Call it in the transaction that
   * writes the row, which holds the lock of this process. Throws, so that the transaction rolls back.
   */
  confirm: (query: RunQuery, version: string) => Promise<void>;
  /** Deletes the marks of versions, and with `remove` their bytes and renders. */
  settle: (versions: readonly string[], end: 'keep' | 'remove') => Promise<void>;
  /** Reads a part of the bytes of a version. Throws StorageError `NoSuchKey` when another request has removed them. */
  read: (version: string, part: ByteRange) => Promise<Readable>;
  /** Runs `work` with a file that has the bytes of a version, for decoders that read files. Throws as `read` does. */
  withFile: <T>(version: string, work: (file: string) => Promise<T>) => Promise<T>;
  /** The folder of the renders of a version, on this machine. */
  rendersOf: (version: string) => string;
};
