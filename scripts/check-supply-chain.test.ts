import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkSupplyChain, listLicences, readLock } from './check-supply-chain.ts';

const ROOT = join(import.meta.dirname, '..');
const GOOD = { version: '1.0.0', license: 'MIT', integrity: 'sha512-x' };

async function folderWith(packages: Record<string, object>, allowScripts: object = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'supply-chain-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ allowScripts }));
  return folder;
}

test('the packages of this repository have allowed licences, named install scripts and checksums', () => {
  expect(checkSupplyChain(ROOT)).toEqual([]);
});

test.each([
  ['AGPL-3.0-only', 'node_modules/a'],
  ['MIT AND GPL-3.0-only', 'node_modules/a'],
  ['LGPL-3.0-or-later', 'node_modules/a'],
  ['(MIT AND (GPL-2.0 OR ISC))', 'node_modules/a'],
])('the licence %s is a violation', async (license, path) => {
  const folder = await folderWith({ [path]: { ...GOOD, license } });
  expect(checkSupplyChain(folder)).toEqual([`a@1.0.0 has the licence ${license}, which is not allowed.`]);
});

test.each(['MIT', '(MIT OR GPL-3.0-only)', 'Apache-2.0 AND MIT'])('the licence %s is allowed', async (license) => {
  expect(checkSupplyChain(await folderWith({ 'node_modules/a': { ...GOOD, license } }))).toEqual([]);
});

test('a package without a licence is a violation unless its LICENSE file was read', async () => {
  const unnamed = { version: '1.0.0', integrity: 'sha512-x' };
  const folder = await folderWith({ 'node_modules/busboy': unnamed, 'node_modules/b/node_modules/@c/d': unnamed });
  expect(checkSupplyChain(folder)).toEqual([expect.stringMatching(/^@c\/d@1\.0\.0 names no licence/)]);
});

test('an install script must be allowed by name, and every name must have one', async () => {
  const packages = { 'node_modules/a': { ...GOOD, hasInstallScript: true }, 'node_modules/b': GOOD };
  expect(checkSupplyChain(await folderWith(packages, { a: true }))).toEqual([]);
  expect(checkSupplyChain(await folderWith(packages, { b: true }))).toEqual([
    expect.stringMatching(/^a runs a script when it is installed/),
    'allowScripts names b, which has no install script.',
  ]);
});

test('a package without SHA-512 is a violation', async () => {
  const folder = await folderWith({ 'node_modules/a': { ...GOOD, integrity: 'sha1-x' } });
  expect(checkSupplyChain(folder)).toEqual(['a@1.0.0 has no SHA-512 in package-lock.json.']);
});

test('an optional package that the product does not use is a violation', async () => {
  const folder = await folderWith({ 'node_modules/ioredis': GOOD });
  expect(checkSupplyChain(folder)).toEqual([expect.stringMatching(/^ioredis is not used/)]);
});

test('a package is judged by its own name, not by that of its folder', async () => {
  const folder = await folderWith({ 'node_modules/tsc': { ...GOOD, name: 'typescript', integrity: 'sha1-x' } });
  expect(checkSupplyChain(folder)).toEqual(['typescript@1.0.0 has no SHA-512 in package-lock.json.']);
});

test('the list of licences has every package once', () => {
  const packages = readLock(ROOT);
  const lines = listLicences(packages)
    .split('\n')
    .filter((line) => line.startsWith('- '));
  expect(lines).toHaveLength(packages.length);
  expect(lines.join('\n')).toMatch(/^- pg 8/m);
});

test('a lock file without packages is an error', async () => {
  expect(() => readLock(join(ROOT, 'no-such-folder'))).toThrow('ENOENT');
  const folder = await folderWith({});
  expect(() => checkSupplyChain(folder)).toThrow('names no packages');
});
