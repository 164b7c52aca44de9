import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package as package-lock.json names it. */
export type LockedPackage = {
  name: string;
  version: string;
  /** As its package.json says; undefined where it says none. */
  license: string | undefined;
  hasInstallScript: boolean;
  integrity: string | undefined;
};

type Entry = { version?: string; license?: string; hasInstallScript?: boolean; integrity?: string };

/** The packages of the lock file of a folder, each version once. Throws where the file has none. */
export function readLock(root: string): LockedPackage[] {
  const { packages = {} } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages?: Record<string, Entry>;
  };
  const all = new Map<string, LockedPackage>();
  for (const [path, { version = '', license, hasInstallScript = false, integrity }] of Object.entries(packages)) {
    if (path === '') continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    all.set(`${name}@${version}`, { name, version, license, hasInstallScript, integrity });
  }
  if (all.size === 0) throw new Error(`package-lock.json in ${root} names no packages.`);
  return [...all.values()].toSorted((one, other) => one.name.localeCompare(other.name));
}
