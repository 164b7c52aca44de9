import { randomUUID } from 'node:crypto';
import { type FileHandle, copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageFault } from './errors.ts';

/**
 * The files of the service. A version is a UUID that one row of storage.objects carries; its bytes never change.
 * Whoever makes or removes a version first leaves a mark, then touches bytes and row, then takes the mark away. A mark
 * that is found at the next start tells where a crash happened, and the row tells what was meant. So nothing is ever
 * removed for the mere reason that no row knows it: a wrong DATABASE_URL costs nothing.
 */
export type Bytes = {
  /** Where to write what is being received. */
  incoming: () => string;
  /** Makes a received and flushed file the bytes of a new version, marked until `settle`. */
  adopt: (file: string, version: string) => Promise<void>;
  /** Gives a new version the bytes of another, marked until `settle`. */
  duplicate: (from: string, version: string) => Promise<void>;
  /** Marks versions whose rows are about to be deleted. */
  mark: (versions: readonly string[]) => Promise<void>;
  /** Ends what a mark began: keeps the bytes, or removes them with everything rendered from them. */
  settle: (versions: readonly string[], end: 'keep' | 'remove') => Promise<void>;
  /** Throws StorageFault `NoSuchKey` when another request has removed the bytes meanwhile. */
  open: (version: string) => Promise<FileHandle>;
  /** Where the bytes of a version are, for decoders that read files. */
  fileOf: (version: string) => string;
  /** Where renders of a version are kept. */
  rendersOf: (version: string) => string;
};

const VERSION = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** Opens the folder, made when it is not there, and settles what a crash left: `findVersions` says which have a row. */
export async function openBytes(
  folder: string,
  findVersions: (versions: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<Bytes> {
  const place = { incoming: join(folder, 'incoming'), marks: join(folder, 'unsettled') };
  await rm(place.incoming, { recursive: true, force: true });
  for (const path of [place.incoming, place.marks]) await mkdir(path, { recursive: true, mode: 0o700 });

  const shelfOf = (kind: string, version: string): string => {
    if (!VERSION.test(version)) throw new Error(`Not a version: ${version}`);
    return join(folder, kind, version.slice(0, 2));
  };
  const fileOf = (version: string) => join(shelfOf('objects', version), version);
  const rendersOf = (version: string) => join(shelfOf('rendered', version), version);

  const mark = async (versions: readonly string[]): Promise<void> => {
    for (const version of versions) await (await open(join(place.marks, version), 'w', 0o600)).close();
    await flushFolder(place.marks);
  };
  const adopt = async (file: string, version: string): Promise<void> => {
    await mkdir(shelfOf('objects', version), { recursive: true, mode: 0o700 });
    await mark([version]);
    await rename(file, fileOf(version));
    await flushFolder(shelfOf('objects', version));
  };
  const settle: Bytes['settle'] = async (versions, end) => {
    for (const version of versions) {
      if (end === 'remove') {
        await rm(fileOf(version), { force: true });
        await rm(rendersOf(version), { recursive: true, force: true });
      }
      await rm(join(place.marks, version), { force: true });
    }
  };

  const unsettled = (await readdir(place.marks)).filter((name) => VERSION.test(name));
  if (unsettled.length > 0) {
    const kept = await findVersions(unsettled);
    for (const version of unsettled) await settle([version], kept.has(version) ? 'keep' : 'remove');
  }

  return {
    incoming: () => join(place.incoming, randomUUID()),
    adopt,
    duplicate: async (from, version) => {
      const file = join(place.incoming, randomUUID());
      await copyFile(fileOf(from), file).catch(refuseMissing);
      await flushFile(file);
      await adopt(file, version);
    },
    mark,
    settle,
    open: (version) => open(fileOf(version), 'r').catch(refuseMissing),
    fileOf,
    rendersOf,
  };
}

export async function flushFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A name in a folder outlives a power cut only when the folder is flushed too; Windows neither needs nor allows it. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function refuseMissing(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new StorageFault('NoSuchKey') : error;
}
