import type { Readable } from 'node:stream';
import type { S3Settings } from '#backend/storage/storage-url.ts';

/** Where backups are kept, as the operator has set it. */
export type DestinationSettings = { kind: 'folder'; folder: string } | { kind: 's3'; settings: S3Settings };

export type StoredFile = { name: string; bytes: number };

/** A folder or an S3-compatible store with backups. Every function throws a ConfigurationError that names the place. */
export type Destination = {
  /** For people and for `operator.backups`: the folder, or the address of the store without keys. */
  place: string;
  /** Writes a file whole or not at all. Returns its size in bytes. Throws the error of `content` as it is. */
  write: (name: string, content: Readable) => Promise<number>;
  /** Opens a file; null where there is none. */
  read: (name: string) => Promise<{ bytes: number; content: Readable } | null>;
  list: () => Promise<StoredFile[]>;
  remove: (name: string) => Promise<void>;
};

/** What `Destination.place` says, without opening it. */
export function placeOf(to: DestinationSettings): string {
  if (to.kind === 'folder') return to.folder;
  const { endpoint, bucket, prefix } = to.settings;
  return `${endpoint}/${bucket}/${prefix}`;
}

/** The account that a folder and its backups belong to. */
export type Owner = { uid: number; gid: number };

/**
 * Opens the destination; connects and writes nothing yet. What is created in a folder belongs to `owner`, if there is one
 * (`ownerFor`), else to the account of this process.
 */
export async function openDestination(to: DestinationSettings, owner: Owner | null = null): Promise<Destination> {
  if (to.kind === 'folder') return (await import('./folder.ts')).openFolder(to.folder, owner);
  // The SDK is large, and most sites keep their backups in a folder.
  return (await import('./s3.ts')).openS3(to.settings);
}
