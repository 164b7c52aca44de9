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
  /** Only the build and the tests need it. */
  isDev: boolean;
  /** Installed on some machines only. */
  isOptional: boolean;
};

type Entry = {
  version?: string;
  license?: string;
  hasInstallScript?: boolean;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  /** For the build, or as an optional peer. */
  devOptional?: boolean;
  /** A workspace. */
  link?: boolean;
};

/** The packages of the lock file of a folder, each version once. Throws where the file has none. */
export function readLock(root: string): LockedPackage[] {
  const { packages = {} } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages?: Record<string, Entry>;
  };
  const all = new Map<string, LockedPackage>();
  for (const [path, entry] of Object.entries(packages)) {
    // The packages of this repository itself, and the links to them.
    if (!path.includes('node_modules/') || entry.link) continue;
    const { version = '', license, hasInstallScript = false, integrity, dev = false } = entry;
    const optional = entry.optional ?? entry.devOptional ?? false;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const same = all.get(`${name}@${version}`);
    const isDev = dev && (same?.isDev ?? true);
    const isOptional = optional && (same?.isOptional ?? true);
    all.set(`${name}@${version}`, { name, version, license, hasInstallScript, integrity, isDev, isOptional });
  }
  if (all.size === 0) throw new Error(`package-lock.json in ${root} names no packages.`);
  return [...all.values()].toSorted((one, other) => one.name.localeCompare(other.name));
}
