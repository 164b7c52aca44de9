import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is wrong with the packages that a folder installs: licences, scripts, checksums, unused ones, a sentence each. */
export function checkSupplyChain(root: string): string[] {
  const packages = readLock(root);
  const { allowScripts = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    allowScripts?: Record<string, unknown>;
  };
  return [
    ...judgeLicences(packages),
    ...judgeInstallScripts(packages, allowScripts),
    ...judgeChecksums(packages),
    ...judgeUnused(packages),
  ];
}

/** SPDX names of licences that ask for no more than a notice, or (MPL-2.0) for changes of their own files only. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Further licences, for the packages that begin with a name, and why. */
const ALLOWED_FOR: readonly { prefix: string; licence: string; why: string }[] = [
  { prefix: '@img/sharp-', licence: 'LGPL-3.0-or-later', why: 'libvips, unchanged, as a library that can be replaced' },
];

/** The licences of packages whose package.json names none, as their LICENSE file has it. */
const READ_FROM_FILE: Readonly<Record<string, string>> = {
  busboy: 'MIT',
  'combine-errors': 'MIT',
  dicer: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
  streamsearch: 'MIT',
};

/** The SPDX expression of a package, or null where none is known. */
export function licenceOf({ name, license }: LockedPackage): string | null {
  return license ?? READ_FROM_FILE[name] ?? null;
}

/** What is wrong with the licences, a sentence for each package. */
function judgeLicences(packages: readonly LockedPackage[]): string[] {
  return packages.flatMap((one) => {
    const expression = licenceOf(one);
    if (expression === null) {
      return `${one.name}@${one.version} names no licence. Read its LICENSE file and add it to READ_FROM_FILE.`;
    }
    if (isAllowed(one.name, expression)) return [];
    return `${one.name}@${one.version} has the licence ${expression}, which is not allowed.`;
  });
}

/** Whether an expression without nesting is allowed: one part of an OR, or every part of an AND. */
function isAllowed(name: string, expression: string): boolean {
  const inner = expression.replace(/^\((.*)\)$/, '$1');
  if (/[()]/.test(inner) || (inner.includes(' OR ') && inner.includes(' AND '))) return false;
  const judge = (licence: string): boolean =>
    ALLOWED.has(licence) || ALLOWED_FOR.some((rule) => rule.licence === licence && name.startsWith(rule.prefix));
  return inner.includes(' OR ') ? inner.split(' OR ').some(judge) : inner.split(' AND ').every(judge);
}

/** The packages by licence, most first, as Markdown. */
export function listLicences(packages: readonly LockedPackage[]): string {
  const groups = [...Map.groupBy(packages, (one) => licenceOf(one) ?? 'none')];
  return groups
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([licence, members]) => {
      const names = members.map(({ name, version }) => `- ${name} ${version}`);
      return [`## ${licence} (${members.length})`, ...names].join('\n');
    })
    .join('\n\n');
}

/** What is wrong with the install scripts: those that package.json does not allow by name, and names without a script. */
function judgeInstallScripts(packages: readonly LockedPackage[], allowed: Readonly<Record<string, unknown>>): string[] {
  const withScript = new Set(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name));
  const unknown = [...withScript].filter((name) => !(name in allowed));
  const needless = Object.keys(allowed).filter((name) => !withScript.has(name));
  return [
    ...unknown.map((name) => `${name} runs a script when it is installed, and allowScripts does not name it.`),
    ...needless.map((name) => `allowScripts names ${name}, which has no install script.`),
  ];
}

/** What is wrong with the checksums: every package needs SHA-512 of its bytes, or another registry could change them. */
function judgeChecksums(packages: readonly LockedPackage[]): string[] {
  return packages
    .filter(({ integrity }) => !integrity?.startsWith('sha512-'))
    .map(({ name, version }) => `${name}@${version} has no SHA-512 in package-lock.json.`);
}

/** Optional dependencies of packages for what this product does not do. npm adds them when it resolves those anew. */
const UNUSED: ReadonlySet<string> = new Set(['@redis/client', 'ioredis']);

function judgeUnused(packages: readonly LockedPackage[]): string[] {
  return packages
    .filter(({ name }) => UNUSED.has(name))
    .map(({ name }) => `${name} is not used. Remove its entries from package-lock.json, then run npm install.`);
}

/** A package as package-lock.json names it. */
export type LockedPackage = {
  name: string;
  version: string;
  /** From its package.json; undefined if there is none. */
  license: string | undefined;
  hasInstallScript: boolean;
  integrity: string | undefined;
  /** Only the build and the tests need it. */
  isDev: boolean;
  /** Installed on some machines only. */
  isOptional: boolean;
};

type Entry = {
  name?: string;
  /** A workspace. */
  link?: boolean;
  version?: string;
  license?: string;
  hasInstallScript?: boolean;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  /** For the build, or as an optional peer. */
  devOptional?: boolean;
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
    // The name is there if the folder has another one.
    const { name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length) } = entry;
    const same = all.get(`${name}@${version}`);
    const isDev = dev && (same?.isDev ?? true);
    const isOptional = optional && (same?.isOptional ?? true);
    all.set(`${name}@${version}`, { name, version, license, hasInstallScript, integrity, isDev, isOptional });
  }
  if (all.size === 0) throw new Error(`package-lock.json in ${root} names no packages.`);
  return [...all.values()].toSorted((one, other) => one.name.localeCompare(other.name));
}

function main(args: string[]): void {
  const root = join(import.meta.dirname, '..');
  if (args.includes('--list')) return console.log(listLicences(readLock(root)));
  const violations = checkSupplyChain(root);
  for (const violation of violations) console.error(violation);
  console.log(`Supply chain: ${readLock(root).length} packages, ${violations.length} violations.`);
  if (violations.length > 0) process.exitCode = 1;
}

if (import.meta.main) main(process.argv.slice(2));
