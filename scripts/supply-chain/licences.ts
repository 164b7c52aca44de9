import type { LockedPackage } from './read-lock.ts';

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
export function judgeLicences(packages: readonly LockedPackage[]): string[] {
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
