import type { LockedPackage } from './read-lock.ts';

/** What is wrong with the install scripts: those that package.json does not allow by name, and names without a script. */
export function judgeInstallScripts(
  packages: readonly LockedPackage[],
  allowed: Readonly<Record<string, unknown>>,
): string[] {
  const withScript = new Set(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name));
  const unknown = [...withScript].filter((name) => !(name in allowed));
  const needless = Object.keys(allowed).filter((name) => !withScript.has(name));
  return [
    ...unknown.map((name) => `${name} runs a script when it is installed, and allowScripts does not name it.`),
    ...needless.map((name) => `allowScripts names ${name}, which has no install script.`),
  ];
}

/** What is wrong with the checksums: every package needs SHA-512 of its bytes, or another registry could change them. */
export function judgeChecksums(packages: readonly LockedPackage[]): string[] {
  return packages
    .filter(({ integrity }) => !integrity?.startsWith('sha512-'))
    .map(({ name, version }) => `${name}@${version} has no SHA-512 in package-lock.json.`);
}
