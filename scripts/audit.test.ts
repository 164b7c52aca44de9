import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { auditAdvisories, auditSignatures } from './audit.ts';

const ADVISORIES = '/-/npm/v1/security/advisories/bulk';
const KEYS = '/-/npm/v1/keys';

/** A registry with these answers, and 404 for all else; npm runs for real. */
async function registryWith(answers: Record<string, object>): Promise<string> {
  const server = createServer(({ url = '' }, response: ServerResponse) => {
    const answer = answers[url];
    response.writeHead(answer ? 200 : 404, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: 'Not found' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** A project with one package, and npm's settings for this registry. */
async function projectAt(registry: string) {
  const root = await mkdtemp(join(tmpdir(), 'audit-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const project = { name: 'project', version: '1.0.0', dependencies: { a: '1.0.0' } };
  const a = { version: '1.0.0', integrity: 'sha512-x', resolved: `${registry}a/-/a-1.0.0.tgz` };
  const lock = {
    name: 'project',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: { '': project, 'node_modules/a': a },
  };
  await writeFile(join(root, 'package.json'), JSON.stringify(project));
  await writeFile(join(root, 'package-lock.json'), JSON.stringify(lock));
  const settings = {
    npm_config_fetch_timeout: '2000',
    npm_config_registry: registry,
    npm_config_fetch_retries: '0',
    npm_config_cache: join(root, 'cache'),
  };
  return { root, env: { PATH: process.env['PATH'], HOME: root, ...settings } };
}

test('a registry without known vulnerabilities is reported as clean', async () => {
  const place = await projectAt(await registryWith({ [ADVISORIES]: {} }));
  expect(await auditAdvisories(place)).toEqual({ kind: 'clean', lines: ['No known vulnerability in 1 packages.'] });
});

test('a known vulnerability is named with its severity and source', async () => {
  const advisory = {
    id: 1,
    url: 'https://advisories.example/1',
    title: 'Bad',
    severity: 'high',
    vulnerable_versions: '<2',
  };
  const place = await projectAt(await registryWith({ [ADVISORIES]: { a: [{ ...advisory, cwe: [], cvss: {} }] } }));
  const { kind, lines } = await auditAdvisories(place);
  expect(kind).toBe('found');
  expect(lines[0]).toMatch(/^high: a .*advisories\.example\/1/);
});

test('a registry that has no audit and no keys is named, and says that nothing was checked', async () => {
  const registry = await registryWith({});
  const place = await projectAt(registry);
  for (const ask of [auditAdvisories, auditSignatures]) {
    const { kind, lines } = await ask(place);
    expect([kind, lines]).toEqual(['not-offered', [expect.stringContaining('Nothing was checked.')]]);
    expect(lines[0]).toContain(registry);
  }
});

test('a registry that does not answer is an error', async () => {
  const place = await projectAt('http://127.0.0.1:9/');
  for (const ask of [auditAdvisories, auditSignatures]) {
    const { kind, lines } = await ask(place);
    expect([kind, lines]).toEqual(['unanswered', [expect.stringContaining('http://127.0.0.1:9/ could not be asked')]]);
  }
});

test('the keys of a registry are asked for before its packages', async () => {
  const place = await projectAt(await registryWith({ [KEYS]: { keys: [] } }));
  const { kind, lines } = await auditSignatures(place);
  expect([kind, lines]).toEqual(['unanswered', [expect.stringMatching(/^Signatures could not be checked: /)]]);
});
