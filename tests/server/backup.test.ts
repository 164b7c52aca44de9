import type { ChildProcess } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { chown, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, startApp } from '../support/app-process.ts';
import { manifestOf, onlyBackupIn, runOperator, runWell } from '../support/run-backup.ts';
import { runProgramToEnd } from '../support/run-program.ts';
import { type S3TestStore, startS3Store } from '../support/s3-store.ts';
import { type TestApp, fillDataFolder, startTestApp } from '../support/test-app.ts';
import { folderForTests } from '#backend-tests/support/start-for-tests.ts';
import { LONG, VERY_LONG } from '#backend-tests/support/slowness.ts';

const PASSPHRASE = 'a passphrase for tests';
const isRoot = process.getuid?.() === 0;
const STACK = /\n {4}at /;
/** Each verification and each restore starts a PostgreSQL, and a verification a site. */

let app: TestApp;
let s3: S3TestStore;
const folder = folderForTests();
let env: Record<string, string>;
/** A backup of the app. */
let backup: string;

beforeAll(async () => {
  [app, s3] = await Promise.all([startTestApp({ sampleContent: true }), startS3Store()]);
  env = { DATA_DIR: app.dataFolder, SITE_URL: app.url };
  await app.service.storage.createBucket('papers', { public: true });
  const { error } = await app.service.storage.from('papers').upload('a.txt', 'the file', { contentType: 'text/plain' });
  if (error) throw error;
  await app.query(
    `update public.site_words set words = '{"lead": "We clear goods."}' where page = 'customs-compliance'`,
  );
  if (isRoot) await chown(app.dataFolder, 4321, 4322);
  await runWell('backup', ['--to', join(folder, 'first')], env);
  if (isRoot) await chown(app.dataFolder, 0, 0);
  backup = await onlyBackupIn(join(folder, 'first'));
});
afterAll(() => Promise.all([app?.stop(), s3?.stop()]));

/** A folder with a site of its own. */
async function folderOfSite(name: string): Promise<string> {
  const at = join(folder, name);
  await mkdir(at, { mode: 0o700 });
  await fillDataFolder(at, 'true');
  return at;
}

/** A checksum of all files below a folder, without the lock. */
async function fingerprint(at: string): Promise<string[]> {
  const names = (await readdir(at, { recursive: true })).toSorted();
  const files = names.filter((name) => name !== 'lock' && !name.startsWith('lock-'));
  return Promise.all(
    files.map(async (name) => {
      const path = join(at, name);
      if ((await stat(path)).isDirectory()) return name;
      return `${name} ${createHash('sha256')
        .update(await readFile(path))
        .digest('hex')}`;
    }),
  );
}

type Row = Record<string, unknown>;
const records = (): Promise<Row[]> => app.query('select * from operator.backups order by started_at');

test('a backup is recorded with its size, and its file is readable for the owner only', async () => {
  const [record] = await records();
  const { size, mode } = await stat(backup);
  expect(record).toMatchObject({ place: join(folder, 'first'), is_encrypted: false, verified_at: null, error: null });
  expect([Number(record!['bytes']), mode & 0o777]).toEqual([size, 0o600]);
});

test.skipIf(!isRoot)('what root writes belongs to the owner of the data folder', async () => {
  const owners = [await stat(join(folder, 'first')), await stat(backup)].map(({ uid, gid }) => [uid, gid]);
  expect(owners).toEqual([
    [4321, 4322],
    [4321, 4322],
  ]);
});

test('a verification fails when the restored site does not give a file of the backup, or it is damaged, and is recorded', async () => {
  const to = join(folder, 'without-bytes');
  // A row whose bytes are missing is in a complete backup; only who opens the file finds out.
  const setVersion = (version: unknown) =>
    app.query(`update storage.objects set version = $1 where bucket_id = 'papers'`, [version]);
  const [object] = await app.query(`select version from storage.objects where bucket_id = 'papers'`);
  await setVersion(randomUUID());
  await runWell('backup', ['--to', to], env);
  await setVersion(object?.['version']);
  const file = await onlyBackupIn(to);
  const without = await runOperator('backup', ['verify', file], env);
  expect([without.code, without.stderr]).toEqual([
    1,
    expect.stringMatching(/The restored site answers \/storage\/v1\/object\/public\/papers\/a\.txt with 4\d\d/),
  ]);
  expect((await records()).at(-1)).toMatchObject({ verified_at: null, error: expect.stringContaining('a.txt') });

  const bytes = await readFile(file);
  bytes[bytes.length >> 1]! ^= 0xff;
  await writeFile(file, bytes);
  const { code, stderr } = await runOperator('backup', ['verify', file], env);
  expect(code).toBe(1);
  expect(stderr).toContain('is damaged or incomplete');
  expect(stderr).not.toMatch(STACK);
  const record = (await records()).at(-1);
  expect(record?.['verified_at']).toBeNull();
  expect(record?.['error']).toContain('is damaged or incomplete');
});

test('a folder in place of a backup is named', async () => {
  const ended = await Promise.all([
    runOperator('backup', ['verify', folder], env),
    runOperator('restore', [folder], { DATA_DIR: join(folder, 'of-a-folder') }),
  ]);
  const message = expect.stringContaining(`${folder} is a folder. Name one of the files in it.`);
  expect(ended).toMatchObject([
    { code: 1, stderr: message },
    { code: 1, stderr: message },
  ]);
});

test('a backup to standard output is the same archive', async () => {
  const { stdout } = await runWell('backup', ['--to', '-'], env);
  const file = join(folder, 'output.tar.gz');
  await writeFile(file, stdout);
  const [one, other] = [await manifestOf(file), await manifestOf(backup)];
  expect(one.files).toEqual(other.files);
  expect(one.tables.map(({ name, rows }) => [name, rows])).toEqual(other.tables.map(({ name, rows }) => [name, rows]));
});

test('a backup is made although nobody reads what the command says, as with `| head`', async () => {
  const to = join(folder, 'unread');
  const closeEarly = { onOutput: (_: string, child: ChildProcess) => void child.stderr?.destroy() };
  const { code } = await runProgramToEnd(['src/cli/backup.ts', '--to', to], env, closeEarly);
  expect([code, await readdir(to)]).toEqual([0, [expect.stringMatching(/\.tar\.gz$/)]]);
});

test('a running site and a site that is there are not overwritten, and a damaged file changes nothing', async () => {
  const running = await runOperator('restore', [backup, '--force'], env);
  expect([running.code, running.stderr]).toEqual([1, expect.stringContaining('Another start is already using')]);

  const other = await folderOfSite('other');
  const before = await fingerprint(other);
  const again = await runOperator('restore', [backup], { DATA_DIR: other });
  expect([again.code, again.stderr]).toEqual([
    1,
    expect.stringContaining('already holds a site. Nothing was changed.'),
  ]);
  expect(await fingerprint(other)).toEqual(before);

  const bytes = await readFile(backup);
  bytes[bytes.length - 2000]! ^= 0xff;
  const file = join(folder, 'damaged.tar.gz');
  await writeFile(file, bytes);
  const { code, stderr } = await runOperator('restore', [file, '--force'], { DATA_DIR: other });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/is damaged or incomplete/)]);
  expect(stderr).not.toMatch(STACK);
  expect(await fingerprint(other)).toEqual(before);
});

test(
  'backups in a store are encrypted, verified and restored, also into a site whose files are in a store',
  VERY_LONG,
  async () => {
    const place = { BACKUP_TO: s3.storageUrl.replace('?', '/backups?'), BACKUP_PASSPHRASE: PASSPHRASE };
    // The verification requests the newest file.
    const papers = app.service.storage.from('papers');
    const newest = await papers.upload('%3F', 'a name that no address has as it is', { contentType: 'text/plain' });
    expect(newest.error).toBeNull();
    const same = join(folder, 'same');
    await runWell('backup', ['--to', same], env);
    const made = await runWell('backup', [], { ...env, ...place });
    const key = (await s3.keys()).find((name) => name.startsWith('backups/')) ?? '';
    expect(key).toMatch(/\.tar\.gz\.age$/);
    expect(made.stderr).not.toContain('S3RVER:');
    const { stderr } = await runWell('backup', ['verify'], { ...env, ...place });
    expect(stderr).toContain('are there, and the pages open');
    expect((await records()).at(-1)).toMatchObject({ is_encrypted: true, verified_at: expect.any(Date) });
    expect(await readdir(app.dataFolder)).not.toContainEqual(expect.stringMatching(/^backup-work/));

    const inStore = { DATA_DIR: join(folder, 'from-store'), STORAGE_URL: s3.storageUrl };
    await runWell('restore', [key.slice('backups/'.length)], { ...inStore, ...place });
    const [version] = await app.query(`select version from storage.objects where name = 'a.txt'`);
    expect(await s3.keys()).toContainEqual(expect.stringContaining(String(version!['version'])));
    const restored = await startApp({ ...inStore, PORT: String(await freePort()) });
    const answer = await fetch(`${restored.url}/storage/v1/object/public/papers/a.txt`);
    expect(await answer.text()).toBe('the file');
    const customs = await fetch(`${restored.url}/services/customs-compliance`);
    expect(await customs.text()).toContain('We clear goods.');
    await restored.stop();

    const to = join(folder, 'of-store');
    await runWell('backup', ['--to', to], inStore);
    expect((await manifestOf(await onlyBackupIn(to))).files).toEqual(
      (await manifestOf(await onlyBackupIn(same))).files,
    );
  },
);

test(
  'BACKUP_EVERY makes, verifies and deletes backups, which are listed newest first, and restarts make no more of them',
  VERY_LONG,
  async () => {
    const at = await folderOfSite('scheduled');
    const [place, port] = [join(at, 'backups'), String(await freePort())];
    const old = ['2020-01-01T00-00-00-000Z', '2020-01-02T00-00-00-000Z'].map(
      (time) => `127.0.0.1-${port}-${time}.tar.gz`,
    );
    await mkdir(place);
    for (const name of [...old, `${old[0]}.unfinished`, 'notes.txt']) await writeFile(join(place, name), 'x');
    const settings = { DATA_DIR: at, PORT: port, BACKUP_EVERY: '1d', BACKUP_KEEP: '2' };

    const first = await startApp(settings);
    const names = async (): Promise<string[]> => (await readdir(place)).toSorted();
    // The newest two are kept; `notes.txt` is no backup.
    await expect.poll(names, LONG).toEqual([old[1], expect.stringContaining(`-${port}-`), 'notes.txt']);
    await first.stop();

    const { stdout } = await runWell('backup', ['list', '--json', '--to', place], settings);
    const [made, ...others] = JSON.parse(stdout.toString());
    expect(made.record).toMatchObject({ verified_at: expect.any(String), error: null });
    expect(made.bytes).toBe((await stat(join(place, made.file))).size);
    expect(others).toEqual([expect.objectContaining({ file: old[1], bytes: 1 })]);

    const second = await startApp(settings);
    await second.stop();
    expect(await names()).toHaveLength(3);
  },
);
