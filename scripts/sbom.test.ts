import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readLock } from './check-supply-chain.ts';

const ROOT = join(import.meta.dirname, '..');

type Component = { name: string; version: string; purl: string; scope: string; licenses?: object[]; hashes: Hash[] };
type Hash = { alg: string; content: string };

type Dependencies = Record<'dependencies' | 'devDependencies', Record<string, string>>;

test('the bill of materials has every package once, with version, licence, checksum and scope', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/sbom.ts')], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const { bomFormat, components } = JSON.parse(stdout) as { bomFormat: string; components: Component[] };
  expect(bomFormat).toBe('CycloneDX');
  expect(new Set(components.map(({ purl }) => purl)).size).toBe(readLock(ROOT).length);
  const { dependencies, devDependencies } = JSON.parse(
    await readFile(join(ROOT, 'package.json'), 'utf8'),
  ) as Dependencies;
  const scopeOf = ([name, version]: [string, unknown]): string | undefined =>
    components.find((one) => one.name === name && one.version === version)?.scope;
  for (const one of Object.entries(dependencies)) expect(scopeOf(one), one[0]).toBe('required');
  const backend = JSON.parse(await readFile(join(ROOT, 'packages/backend/package.json'), 'utf8')) as Dependencies;
  // The tests of the root use some packages that the backend needs.
  const forTests = Object.entries(devDependencies).filter(([name]) => !(name in backend.dependencies));
  for (const one of forTests) expect(scopeOf(one), one[0]).not.toBe('required');
  for (const one of Object.entries(backend.dependencies)) expect(scopeOf(one), one[0]).toBe('required');
  expect(scopeOf(['vitest', devDependencies['vitest']])).toBe('excluded');
  for (const { name, licenses, hashes } of components) {
    expect(licenses, name).toHaveLength(1);
    expect(hashes, name).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }]);
  }
  expect(components.find(({ name }) => name === '@noble/curves')?.purl).toMatch(/^pkg:npm\/%40noble\/curves@/);
});
