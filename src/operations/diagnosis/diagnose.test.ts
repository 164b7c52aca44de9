import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { closeDatabase, connectDatabase } from '#backend/database/connect.ts';
import type { Finding } from '#contract/system.ts';
import { freePort } from '#tests/support/app-process.ts';
import { diagnose } from './diagnose.ts';
import type { BackendSubject, Subject } from './subject.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const SUBJECT: Subject = {
  siteUrl: 'http://127.0.0.1:9',
  unlisted: null,
  samples: [],
  misfits: [],
  trustProxy: 0,
  running: 'stopped',
  dataFolder: '/nowhere/at/all',
  misspelt: [],
  backend: null,
  hosted: null,
  now: () => new Date('2026-11-22T08:00:00Z'),
};

const BACKUP: BackendSubject['backup'] = { everyMs: null, to: { kind: 'folder', folder: '/nowhere/backups' } };

function backendOn(database: BackendSubject['database']): BackendSubject {
  const mail = { smtpUrl: null, from: 'office@firm.example' };
  return { database, supabaseFolder: '/nowhere/supabase', keyId: 'k', mail, store: null, backup: BACKUP };
}

const statesOf = (findings: readonly Finding[]) => Object.fromEntries(findings.map(({ id, state }) => [id, state]));

test('a database that does not answer is one error, and the checks that ask it are left out', async () => {
  const database = connectDatabase(`postgres://nobody@127.0.0.1:${await freePort()}/nothing`);
  closing.push(() => closeDatabase(database));
  const { findings } = await diagnose({ ...SUBJECT, backend: backendOn(database) });
  expect(statesOf(findings)).toMatchObject({
    site: 'bad',
    address: 'skipped',
    database: 'bad',
    disk: 'bad',
    secrets: 'bad',

    migrations: 'skipped',
    backups: 'skipped',
    'backup-place': 'skipped',
    'mail-queue': 'skipped',
    clock: 'skipped',
    administrators: 'skipped',
  });
});

test('why a database cannot be opened is part of its finding', async () => {
  const { findings } = await diagnose({ ...SUBJECT, backend: backendOn({ error: 'It is not there.' }) });
  expect(findings.find(({ id }) => id === 'database')).toMatchObject({ state: 'bad', remedy: 'It is not there.' });
});

test('with a hosted project only the site, the project and the machine are checked', async () => {
  const requests: unknown[] = [];
  const project = createServer(({ url, headers }, response) => {
    requests.push([url, headers['apikey']]);
    response.end('[]');
  });
  await new Promise<void>((resolve) => project.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => project.close(resolve)));
  const url = `http://127.0.0.1:${(project.address() as AddressInfo).port}`;
  const { findings } = await diagnose({ ...SUBJECT, hosted: { url, anonKey: 'anon', hasMail: false } });
  expect(statesOf(findings)).toMatchObject({ project: 'good', 'mail-server': 'warning' });
  expect(findings.map(({ id }) => id)).toEqual([
    'site',
    'address',
    'search',
    'samples',
    'words',
    'settings',
    'proxy',
    'project',
    'mail-server',
    'memory',
    'versions',
  ]);
  expect(requests).toEqual([['/rest/v1/blog_posts?select=id&limit=1', 'anon']]);
});
