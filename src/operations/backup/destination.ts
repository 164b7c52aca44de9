import type { Readable } from 'node:stream';
import { createWriteStream } from 'node:fs';
import { chown, mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { hostname } from 'node:os';
import type { S3Settings } from '#backend/storage/storage-url.ts';
import { endings } from '#backend/database/embedded.ts';
import { flushFile, flushFolder } from '#backend/database/flush.ts';
import { ifMissing } from '#backend/database/if-missing.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import type { RunQuery } from '#backend/database/connect.ts';
import { UNFINISHED } from './names.ts';
import type { BackupRecord } from './records.ts';
import { openFile } from './site-files.ts';
import { formatBytes } from '#contract/amounts.ts';

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
type Owner = { uid: number; gid: number };

/**
 * Opens the destination; connects and writes nothing yet. What is created in a folder belongs to `owner`, if there is one
 * (`ownerFor`), else to the account of this process.
 */
export async function openDestination(to: DestinationSettings, owner: Owner | null = null): Promise<Destination> {
  if (to.kind === 'folder') return openFolder(to.folder, owner);
  // The SDK is large, and most sites keep their backups in a folder.
  return (await import('./s3.ts')).openS3(to.settings);
}

/** Opens a folder of backups. Files have mode 600: a backup holds every secret of the site. */
function openFolder(folder: string, owner: Owner | null): Destination {
  const orReject = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw describeDiskError(folder, error);
    });
  return {
    place: folder,
    write: (name, content) => orReject(writeFile({ folder, owner }, name, content)),
    read: (name) => orReject(openFile(join(folder, name))),
    list: () => orReject(listFolder(folder)),
    remove: (name) => orReject(rm(join(folder, name), { force: true })),
  };
}

type Place = { folder: string; owner: Owner | null };

/**
 * The owner of the data folder where root runs a command for a site of another account, which must be able to write and
 * delete backups afterwards; else null.
 */
export async function ownerFor(dataFolder: string): Promise<Owner | null> {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = await stat(dataFolder);
  return uid === 0 ? null : { uid, gid };
}

/** The name appears only when all bytes are on the disk. */
async function writeFile({ folder, owner }: Place, name: string, content: Readable): Promise<number> {
  // Without its parents: below the mount point of a disk that is not mounted it would be created on another disk.
  const isNew = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      return false;
    },
  );
  if (isNew && owner) await chown(folder, owner.uid, owner.gid);
  const target = join(folder, name);
  const unfinished = target + UNFINISHED;
  const remove = () => rm(unfinished, { force: true });
  endings.add(remove);
  try {
    await pipeline(content, createWriteStream(unfinished, { mode: 0o600 }));
    if (owner) await chown(unfinished, owner.uid, owner.gid);
    await flushFile(unfinished);
    const { size } = await stat(unfinished);
    await rename(unfinished, target);
    await flushFolder(folder);
    return size;
  } catch (error) {
    await remove();
    throw error;
  } finally {
    endings.delete(remove);
  }
}

async function listFolder(folder: string): Promise<StoredFile[]> {
  const names = await readdir(folder).catch(ifMissing([]));
  // A file may be deleted meanwhile.
  const sizeOf = async (name: string) => [{ name, bytes: (await stat(join(folder, name))).size }];
  return (await Promise.all(names.map((name) => sizeOf(name).catch(ifMissing([]))))).flat();
}

/** A folder or store that has lost all backups that were made there. */
export class PlaceWithoutBackups extends ConfigurationError {}

type Row = Pick<BackupRecord, 'file' | 'place' | 'finished_at' | 'removed_at' | 'host'>;

/**
 * Requires that the destination still has a backup that this machine made there. A disk that is not mounted leaves an
 * empty folder, in which backups would fill the disk of the system. `records` has the newest first. Throws
 * PlaceWithoutBackups.
 */
export async function requirePlace(destination: Destination, records: readonly Row[]): Promise<void> {
  const { place } = destination;
  const made = records.filter(
    ({ host, finished_at, removed_at, ...record }) =>
      record.place === place && host === hostname() && finished_at !== null && removed_at === null,
  );
  if (made.length === 0) return;
  const found = new Set((await destination.list()).map(({ name }) => name));
  if (made.some(({ file }) => found.has(file))) return;
  throw new PlaceWithoutBackups(
    `${place} has none of the backups that were made there (the last is ${made[0]!.file}). Is its disk mounted? ` +
      'If they were deleted on purpose, make one by hand: npm run backup',
  );
}

/** A second PostgreSQL without rows (45 MB and its log), and what the site writes meanwhile. */
const VERIFICATION_BYTES = 256 * 1024 * 1024;

/** The size of the database and of the uploaded files, in bytes: what a backup has before it is compressed. */
async function sizeOfData(query: RunQuery): Promise<number> {
  const { rows } = await query(
    `select (pg_database_size(current_database())
       + coalesce((select sum((metadata->>'size')::bigint) from storage.objects), 0))::float8 as bytes`,
  );
  return Number(rows[0]?.['bytes']);
}

/**
 * Throws a ConfigurationError when a folder of backups has no space for the data, or for twice the data on the disk of
 * the data folder, which a backup must not fill. What a store has is not known.
 */
export async function requireSpaceToMake(query: RunQuery, to: DestinationSettings, dataFolder: string): Promise<void> {
  if (to.kind === 's3') return;
  const found = await stat(to.folder).catch(() => null);
  // Or the folder in which it will be created.
  const folder = found ? to.folder : dirname(to.folder);
  const there =
    found ??
    (await stat(folder).catch((error: unknown) => {
      throw describeDiskError(to.folder, error);
    }));
  const here = await stat(dataFolder);
  const bytes = (await sizeOfData(query)) * (there.dev === here.dev ? 2 : 1);
  await requireFree(folder, bytes, 'No backup was made');
}

/** Throws a ConfigurationError when the data folder has no space to extract a backup and to load it into a database. */
export async function requireSpaceToVerify(query: RunQuery, dataFolder: string): Promise<void> {
  await requireFree(dataFolder, 2 * (await sizeOfData(query)) + VERIFICATION_BYTES, 'The backup was not verified');
}

async function requireFree(folder: string, needed: number, what: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= needed) return;
  throw new ConfigurationError(
    `${what}: ${formatBytes(needed)} are needed on the disk of ${folder}, ${formatBytes(free)} are free.`,
  );
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'the quota of its disk is used up',
  ENOENT: 'the folder above it does not exist (is its disk mounted?)',
  EACCES: `user ${process.getuid?.()}, as whom it runs, may not write there`,
  EPERM: `user ${process.getuid?.()}, as whom it runs, may not write there`,
  EROFS: 'its disk is mounted read-only',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
};

/** A ConfigurationError that names the folder and the reason, for an error of its disk; any other error as it is. */
export function describeDiskError(folder: string, error: unknown): unknown {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
  if (!reason) return error;
  return new ConfigurationError(`The folder ${folder} of backups cannot be used: ${reason}.`, { cause: error });
}
