import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgramToEnd } from '../support/run-program.ts';
import type { Finding, SystemReport } from '#contract/system.ts';
import { freePort } from '../support/app-process.ts';
import { startTestApp } from '../support/test-app.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const app = startForTests(() => startTestApp());

type Run = { code: number | null; output: string; findings: Finding[] };

/** `npm run doctor -- …` with the environment of the site, changed by `env`. */
async function runDoctor(words: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  const own = { DATA_DIR: app.dataFolder, SITE_URL: app.url, SMTP_URL: app.smtp.url };
  const { code, stdout, output } = await runProgramToEnd(['src/cli/doctor.ts', ...words], { ...own, ...env });
  const text = stdout.toString();
  return { code, output, findings: text.startsWith('{') ? (JSON.parse(text) as SystemReport).findings : [] };
}

const stateOf = (findings: readonly Finding[], id: string) => findings.find((finding) => finding.id === id)?.state;

test('the page has a line for each check, what to do, and the counts; red is exit code 1', async () => {
  const { code, output } = await runDoctor([], { BACKUP_EVERY: 'off' });
  expect(output).toMatch(/^✓ Site +Process \d+ serves at http/m);
  expect(output).toMatch(/^✓ Database +PostgreSQL 18\./m);
  expect(output).toMatch(/^✗ Backups +No backup has been made\.\n +→ Set BACKUP_EVERY/m);
  expect(output).toMatch(/^1 red, \d yellow, \d+ green$/m);
  expect(output).not.toContain('\u001b[');
  expect(code).toBe(1);
});

test('with automatic backups a new site without any is yellow; a test message is sent to the address', async () => {
  const { findings } = await runDoctor(['--json', '--mail', 'operator@firm.example']);
  expect([stateOf(findings, 'backups'), stateOf(findings, 'backup-place')]).toEqual(['warning', 'good']);
  await expect(stat(join(app.dataFolder, 'backups'))).rejects.toThrow('ENOENT');
  expect(stateOf(findings, 'test-mail')).toBe('good');
  expect((await app.mailTo('operator@firm.example')).text).toContain(app.url);
});

test('without red the exit code is 0; lost and shortened files, and a place of backups that cannot be written, are red', async () => {
  const { error } = await app.service.storage.createBucket('papers', { public: true });
  if (error) throw error;
  const papers = app.service.storage.from('papers');
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await papers.upload(name, name, { contentType: 'text/plain' });
  await app.query(
    `insert into operator.backups (file, place, bytes, is_encrypted, started_at, finished_at, verified_at)
     values ('a.tar', '/backups', 1, true, now(), now(), now())`,
  );
  const { code, findings } = await runDoctor(['--json'], { BACKUP_EVERY: 'off' });
  expect(findings.filter(({ state }) => state === 'bad')).toEqual([]);
  expect(code).toBe(0);
  const filesOf = (all: readonly Finding[]) => all.find(({ id }) => id === 'stored-files');
  expect(filesOf(findings)).toMatchObject({ state: 'good', says: 'All uploaded files are there (3).' });
  const [row] = await app.query(`select version from storage.objects where name = 'b.txt'`);
  const version = String(row?.['version']);
  await writeFile(join(app.dataFolder, 'storage/objects', version.slice(0, 2), version), 'b');
  expect(filesOf((await runDoctor(['--json'])).findings)).toMatchObject({
    state: 'bad',
    says: 'The bytes of 1 file are missing or incomplete (of 3 files): papers/b.txt',
  });
  await rm(join(app.dataFolder, 'storage/objects'), { recursive: true });
  const away = (await runDoctor(['--json'], { BACKUP_TO: '/nowhere/unmounted/site' })).findings;
  expect(filesOf(away)).toMatchObject({ state: 'bad', says: expect.stringContaining('3 files are missing') });
  expect(away.find(({ id }) => id === 'backup-place')).toMatchObject({
    state: 'bad',
    says: expect.stringContaining('is its disk mounted?'),
  });
  await expect(stat(join(app.dataFolder, 'backups'))).rejects.toThrow('ENOENT');
  await app.query('delete from storage.objects');
});

test('the answer of the mail server to a test message is shown; without a database, what asks it is not checked', async () => {
  const closed = {
    SMTP_URL: `smtp://office:a-secret-word@127.0.0.1:${await freePort()}`,
    DATABASE_URL: `postgres://site:a-secret-word@127.0.0.1:${await freePort()}/site`,
  };
  const failed = await runDoctor(['--json', '--mail', 'operator@firm.example'], closed);
  expect(stateOf(failed.findings, 'test-mail')).toBe('bad');
  expect(stateOf(failed.findings, 'mail-server')).toBe('bad');
  expect(stateOf(failed.findings, 'database')).toBe('bad');
  expect(['migrations', 'backups', 'mail-queue', 'clock'].map((id) => stateOf(failed.findings, id))).toEqual([
    'skipped',
    'skipped',
    'skipped',
    'skipped',
  ]);
  expect(failed.output).not.toContain('a-secret-word');
  expect(failed.code).toBe(1);
});

test('an address that is none, and arguments that are not understood, are errors of one line', async () => {
  const { code, output } = await runDoctor(['--mail', 'nobody']);
  expect([code, output]).toEqual([1, '"nobody" is not an email address.\n']);
  expect((await runDoctor(['please'])).code).toBe(2);
  const unknown = await runDoctor(['--nonsense']);
  expect([unknown.code, unknown.output]).toEqual([2, expect.stringMatching(/'--nonsense'[^]*\nnpm run doctor /)]);
});

test('a folder without a site gets a page too, and nothing is created', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'doctor-'));
  const folder = join(parent, 'data');
  try {
    const { findings, output } = await runDoctor(['--json'], { DATA_DIR: folder });
    expect(['site', 'database', 'secrets'].map((id) => stateOf(findings, id))).toEqual(['bad', 'bad', 'bad']);
    expect(output).toContain('Start the site once (npm start)');
    await expect(stat(folder)).rejects.toThrow('ENOENT');
  } finally {
    await rm(parent, { recursive: true });
  }
});

// Last: the site is stopped.
test('a stopped site is red, its bundled database is checked all the same, and it starts afterwards', async () => {
  await app.process().stop();
  const { code, findings } = await runDoctor(['--json']);
  expect(['site', 'address', 'database', 'migrations'].map((id) => stateOf(findings, id))).toEqual([
    'bad',
    'skipped',
    'good',
    'good',
  ]);
  expect(code).toBe(1);

  const file = join(app.dataFolder, 'secrets.json');
  const secrets = await readFile(file, 'utf8');
  await writeFile(file, '{}');
  const damaged = await runDoctor([]);
  await writeFile(file, secrets);
  expect(damaged.output).toMatch(/^✗ Database +The database cannot be opened\./m);
  expect(damaged.output).toContain('is damaged');
  await app.restart('stop');
  expect((await fetch(app.url)).status).toBe(200);
});
