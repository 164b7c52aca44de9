import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A version is the UUID of the bytes of an object; it names their file. */
const VERSION = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const VERSION_LENGTH = 36;

/** The version in the name of a mark, or null for another file. The name may have a suffix after the version. */
export function versionOfMark(name: string): string | null {
  const version = name.slice(0, VERSION_LENGTH);
  return VERSION.test(version) ? version : null;
}

/** The path of the bytes of a version. Throws for a text that is not a version. */
export function versionFile(folder: string, version: string): string {
  return join(versionFolder(folder, 'objects', version), version);
}

/** The key of a version in an S3 store: the path of its file in the storage folder. Throws for another text. */
export function versionKey(version: string): string {
  return versionFile('', version).replaceAll('\\', '/');
}

/** The folder of the renders of a version. */
export function rendersFolder(folder: string, version: string): string {
  return join(versionFolder(folder, 'rendered', version), version);
}

/** The folder of the versions with the same first two characters. Throws for a text that is not a version. */
export function versionFolder(folder: string, kind: 'objects' | 'rendered', version: string): string {
  if (!VERSION.test(version)) throw new Error(`Not a version: ${version}`);
  return join(folder, kind, version.slice(0, 2));
}

/** The folders of one process: files being received (`incoming`) and marks (`unsettled`). `id` is a UUID. */
export function processFolder(folder: string, id: string): { root: string; incoming: string; marks: string } {
  const root = join(processesFolder(folder), id);
  return { root, incoming: join(root, 'incoming'), marks: join(root, 'unsettled') };
}

/** The folder with one folder per process. */
export function processesFolder(folder: string): string {
  return join(folder, 'processes');
}

/** Removes the bytes of a version and its renders. */
export async function removeVersion(folder: string, version: string): Promise<void> {
  await rm(versionFile(folder, version), { force: true });
  await rm(rendersFolder(folder, version), { recursive: true, force: true });
}
