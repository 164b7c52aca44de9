import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A version is a UUID that one row of storage.objects carries; it names the file of its bytes. */
const VERSION = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const VERSION_LENGTH = 36;

/** The version that a mark is about, or null for a file that is no mark. A mark's name may go on after the version. */
export function versionOfMark(name: string): string | null {
  const version = name.slice(0, VERSION_LENGTH);
  return VERSION.test(version) ? version : null;
}

export function versionFile(folder: string, version: string): string {
  return join(versionFolder(folder, 'objects', version), version);
}

/** Where renders of a version are kept. */
export function rendersFolder(folder: string, version: string): string {
  return join(versionFolder(folder, 'rendered', version), version);
}

/** The folder that a version shares with those whose names begin alike. Throws for what is no version. */
export function versionFolder(folder: string, kind: 'objects' | 'rendered', version: string): string {
  if (!VERSION.test(version)) throw new Error(`Not a version: ${version}`);
  return join(folder, kind, version.slice(0, 2));
}

/** What one process receives (`incoming`) and the marks of what it has begun (`unsettled`); `id` is a UUID. */
export function processFolder(folder: string, id: string): { root: string; incoming: string; marks: string } {
  const root = join(processesFolder(folder), id);
  return { root, incoming: join(root, 'incoming'), marks: join(root, 'unsettled') };
}

export function processesFolder(folder: string): string {
  return join(folder, 'processes');
}

/** Removes the bytes of a version and everything rendered from them. */
export async function removeVersion(folder: string, version: string): Promise<void> {
  await rm(versionFile(folder, version), { force: true });
  await rm(rendersFolder(folder, version), { recursive: true, force: true });
}
