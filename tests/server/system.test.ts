import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { SystemBackup, SystemReport, UndeliveredMail } from '#contract/system.ts';
import { setUpMfa } from '../support/mfa.ts';
import { ROOT } from '../support/root.ts';
import { runCommand } from '../support/run-admin.ts';
import { sendTestEnquiry } from '../support/send-enquiry.ts';
import { type MailBox, openMailBox } from '#backend-tests/support/smtp.ts';
import { type Client, type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

// Backups are made, read and tried by processes of their own.
vi.setConfig({ testTimeout: LONG.timeout });
let app: TestApp;
let mailBox: MailBox;
let admin: Client;
/** One place for all instances. */
let backups: string;
const PASSPHRASE = 'a passphrase of this test';
/** The recipients that the mail server rejects. */
const rejected = new Set<string>();

beforeAll(async () => {
  mailBox = await openMailBox({
    onRcptTo: ({ address }, _session, done) =>
      done(rejected.has(address) ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null),
  });
  backups = await mkdtemp(join(tmpdir(), 'backups-'));
  const env = { SMTP_URL: mailBox.url, ENQUIRIES_TO: 'office@firm.example', BACKUP_TO: backups };
  app = await startTestApp({ env: { ...env, BACKUP_PASSPHRASE: PASSPHRASE } });
  admin = await app.signIn({ admin: true });
});
afterAll(async () => {
  await app?.stop();
  await mailBox?.stop();
  await rm(backups, { recursive: true });
});
beforeEach(async () => {
  rejected.clear();
  await app.query('delete from mail.outbox');
});

async function ask(client: Client | string | null, path: string, method = 'GET'): Promise<Response> {
  const token = client === null || typeof client === 'string' ? client : await tokenOf(client);
  const headers = { apikey: app.anonKey, ...(token && { Authorization: `Bearer ${token}` }) };
  return fetch(`${app.url}/system/v1${path}`, { method, headers });
}

async function tokenOf(client: Client): Promise<string> {
  return (await client.auth.getSession()).data.session?.access_token ?? '';
}

const read = async <T>(path: string, method?: string): Promise<T> =>
  (await ask(admin, path, method)).json() as Promise<T>;

const PATHS = [
  ['GET', '/checks'],
  ['GET', '/mail'],
  ['GET', `/mail/${randomUUID()}`],
  ['POST', '/mail/all/retry'],
  ['POST', '/mail/test'],
  ['GET', '/backups'],
  ['POST', '/backups'],
  ['POST', `/backups/${randomUUID()}/link`],
] as const;

test('every path is for administrators with a living session only', async () => {
  const member = await app.signIn({ admin: false });
  const [leaving, careful] = [await app.signIn({ admin: true }), await app.signIn({ admin: true })];
  const left = await tokenOf(leaving);
  await leaving.auth.signOut();
  const withoutCode = await tokenOf(careful);
  await setUpMfa(careful);
  for (const [method, path] of PATHS) {
    for (const caller of [null, member, app.serviceRoleKey, left, withoutCode]) {
      const response = await ask(caller, path, method);
      expect(response.status, `${method} ${path}`).toBe(403);
      expect(await response.json(), `${method} ${path}`).toMatchObject({ code: 'not_admin' });
    }
    expect((await ask('not-a-token', path, method)).status, `${method} ${path}`).toBe(401);
    expect((await fetch(`${app.url}/system/v1${path}`, { method })).status, `${method} ${path}`).toBe(401);
  }
});

test('answers are not stored, and pages of other sites may not read them', async () => {
  const response = await ask(admin, '/mail');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
  expect((await ask(admin, '/elsewhere')).status).toBe(404);
});

test('the checks name each subject once, with a remedy where something is to be done', async () => {
  const { findings } = await read<SystemReport>('/checks');
  expect(findings.map(({ id }) => id)).toEqual([
    'site',
    'address',
    'search',
    'samples',
    'sample-content',
    'words',
    'settings',
    'proxy',
    'database',
    'migrations',
    'backups',
    'backup-place',
    'mail-server',
    'mail-queue',
    'files',
    'stored-files',
    'disk',
    'memory',
    'secrets',
    'clock',
    'administrators',
    'versions',
  ]);
  const stateOf = Object.fromEntries(findings.map(({ id, state }) => [id, state]));
  expect(stateOf).toMatchObject({ site: 'good', address: 'warning', database: 'good', migrations: 'good' });
  expect(stateOf).toMatchObject({
    backups: 'warning',
    'backup-place': 'good',
    secrets: 'good',
    'mail-server': 'good',
    administrators: 'good',
  });
  for (const { state, remedy } of findings) expect(remedy !== null).toBe(state === 'warning' || state === 'bad');
});

test('an unreachable mail server is found by the checks and by the test message, with its reason', async () => {
  await mailBox.stop();
  try {
    const { findings } = await read<SystemReport>('/checks');
    expect(findings.find(({ id }) => id === 'mail-server')).toMatchObject({ state: 'bad' });
    expect(await read('/mail/test', 'POST')).toMatchObject({
      error: { says: expect.stringContaining('ECONNREFUSED'), remedy: expect.stringContaining('SMTP_URL') },
    });
  } finally {
    await mailBox.start();
  }
});

test('a test message arrives at the caller', async () => {
  const { data } = await admin.auth.getUser();
  expect(await read('/mail/test', 'POST')).toEqual({ to: data.user?.email, error: null });
  const message = mailBox.mails().find(({ to }) => to === data.user?.email);
  expect(message?.subject).toBe('Test message of the website');
});

test('a rejected enquiry is listed with its reason, reported to administrators, and arrives after a retry', async () => {
  rejected.add('office@firm.example');
  const text = `Rejected ${randomUUID()}`;
  expect(await sendTestEnquiry(app, text)).toBe(200);
  const { data } = await admin.auth.getUser();
  const report = await waitFor(() =>
    mailBox.mails().find(({ to, subject }) => to === data.user?.email && subject.includes('could not be delivered')),
  );
  expect(report.text).toContain(`${app.url}/admin?tab=system`);
  expect(report.text).toContain('No such mailbox');
  expect(report.text).not.toContain(text);

  const listed = await read<{ rows: UndeliveredMail[]; total: number }>('/mail');
  const message = listed.rows.find(({ kind }) => kind === 'enquiry');
  expect(message).toMatchObject({ recipient: 'office@firm.example', last_error: expect.stringContaining('550') });
  expect(JSON.stringify(listed)).not.toContain(text);

  rejected.clear();
  expect(await read(`/mail/${message?.id}/retry`, 'POST')).toEqual({ due: 1 });
  await waitFor(() => mailBox.mails().some((mail) => mail.text.includes(text)));
  await waitFor(async () => (await read<{ total: number }>('/mail')).total === 0);
  expect((await ask(admin, `/mail/${message?.id}/retry`, 'POST')).status).toBe(404);
});

/** A backup that the record names; with `content` its file is in the place of BACKUP_TO. */
async function insertBackup(changes: {
  isEncrypted: boolean;
  content?: string;
}): Promise<{ id: string; file: string }> {
  const file = `backup-${randomUUID()}.tar`;
  if (changes.content !== undefined) {
    await writeFile(join(backups, file), changes.content);
  }
  const [row] = await app.query(
    `insert into operator.backups (file, place, bytes, is_encrypted, started_at, finished_at, verified_at)
     values ($1, $2, 7, $3, now(), now(), now()) returning id`,
    [file, backups, changes.isEncrypted],
  );
  return { id: String(row?.['id']), file };
}

test('an encrypted backup is listed and downloaded by a link, which is signed', async () => {
  const { id, file } = await insertBackup({ isEncrypted: true, content: 'the age' });
  const { rows } = await read<{ rows: SystemBackup[] }>('/backups');
  expect(rows.find((row) => row.id === id)).toMatchObject({ file, bytes: 7, is_downloadable: true });
  const { url } = await read<{ url: string }>(`/backups/${id}/link`, 'POST');
  const response = await fetch(app.url + url);
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${file}"`);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.text()).toBe('the age');
  for (const forged of [url.slice(0, -3), url.replace(/token=.*/, 'token='), url.replace(/\?.*/, '')]) {
    const answer = await fetch(app.url + forged);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'link_expired' });
  }
});

const list = async () => (await read<{ rows: SystemBackup[] }>('/backups')).rows;

// Two programs, one of which starts a site from the backup.
test('a backup is made on request, one at a time, and is listed as encrypted, then as tried, and downloaded whole', async () => {
  const known = (await list()).map(({ id }) => id);
  const answers = await Promise.all(Array.from({ length: 4 }, () => ask(admin, '/backups', 'POST')));
  const codes = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { code?: string }).code));
  expect(codes.filter((code) => code === 'backup_running')).toHaveLength(3);
  expect(answers[codes.indexOf(undefined)]?.status).toBe(202);
  const findMade = async () => (await list()).find((row) => !known.includes(row.id) && row.finished_at !== null);
  await expect.poll(findMade, LONG).toBeTruthy();
  const made = await findMade();
  expect(made).toMatchObject({ is_encrypted: true, error: null, bytes: expect.any(Number) });
  const onDisk = await readFile(join(backups, made?.file ?? ''));
  expect(onDisk.length).toBe(made?.bytes);

  await runCommand(app, 'backup', ['verify'], { BACKUP_PASSPHRASE: PASSPHRASE, BACKUP_TO: backups });
  const backup = (await list()).find(({ file }) => file.endsWith('.tar.gz.age'));
  expect(backup).toMatchObject({ id: made?.id, error: null, verified_at: expect.stringContaining('T') });
  const { url } = await read<{ url: string }>(`/backups/${backup?.id}/link`, 'POST');
  const downloaded = Buffer.from(await (await fetch(app.url + url)).arrayBuffer());
  expect(downloaded.equals(onDisk)).toBe(true);
  const { findings } = await read<SystemReport>('/checks');
  expect(findings.find(({ id }) => id === 'backups')).toMatchObject({ state: 'good' });
});

test('a backup that is not encrypted, and one whose file is gone, cannot be downloaded', async () => {
  const plain = await insertBackup({ isEncrypted: false, content: 'keys' });
  const gone = await insertBackup({ isEncrypted: true });
  const { rows } = await read<{ rows: SystemBackup[] }>('/backups');
  expect(rows.find((row) => row.id === plain.id)).toMatchObject({ is_downloadable: false });
  expect((await ask(admin, `/backups/${plain.id}/link`, 'POST')).status).toBe(409);
  const { url } = await read<{ url: string }>(`/backups/${gone.id}/link`, 'POST');
  expect((await fetch(app.url + url)).status).toBe(404);
  expect((await ask(admin, `/backups/${randomUUID()}/link`, 'POST')).status).toBe(404);
});

test('a backup that cannot be made says why', async () => {
  await rename(backups, `${backups}-away`);
  try {
    await writeFile(backups, 'a file where the folder was');
    let response = await ask(admin, '/backups', 'POST');
    // The process of the backup before ends a moment after its record.
    while ((await response.clone().text()).includes('backup_running')) response = await ask(admin, '/backups', 'POST');
    // What is known before the record begins is the answer, what comes later is in the list.
    const said = response.ok ? null : ((await response.json()) as { message: string }).message;
    await expect.poll(async () => said ?? (await list())[0]?.error).toContain(backups);
  } finally {
    await rm(backups);
    await rename(`${backups}-away`, backups);
  }
});

test('a backup whose process cannot be started does not keep the next one from being asked for', async () => {
  const hook = `import cp from 'node:child_process';
    import { syncBuiltinESMExports } from 'node:module';
    const { spawn } = cp;
    cp.spawn = (program, words, options) => {
      if (words.some((word) => word.endsWith('cli/backup.ts'))) throw new Error('spawn ENOMEM');
      return spawn(program, words, options);
    };
    syncBuiltinESMExports();`;
  await app.restart('stop', { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hook)}` });
  const statuses = [await ask(admin, '/backups', 'POST'), await ask(admin, '/backups', 'POST')].map(
    (one) => one.status,
  );
  expect(statuses).toEqual([500, 500]);
});

test('a backup whose process cannot be started for lack of file descriptors says so', async () => {
  const program = `import { openSync } from 'node:fs';
    import { runBackup } from './src/server/processes/run-backup.ts';
    try { for (;;) openSync('/dev/null'); } catch {}
    await runBackup([], console.log).ended;`;
  const words = [
    '-c',
    'ulimit -n 200; exec "$0" --disable-warning=ExperimentalWarning --input-type=module --eval "$1"',
  ];
  const { stdout } = await promisify(execFile)('sh', [...words, process.execPath, program], { cwd: ROOT });
  expect(stdout).toContain('EMFILE');
});
