import { copyFile, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type AppProcess, freePort, startApp } from '../support/app-process.ts';
import { type Authenticator, setUpMfa, verifyMfa } from '../support/mfa.ts';
import { type EmbeddedServer, startEmbeddedServer } from '#backend/database/embedded.ts';
import { connectTo, queryAt } from '../support/external-database.ts';
import { readConfig } from '#server/config.ts';
import { openInstallation } from '#server/start/installation.ts';
import { runOperator } from '../support/run-backup.ts';
import { runAdmin, runCommand } from '../support/run-admin.ts';
import { type Client, type TestApp, fillDataFolder, startTestApp } from '../support/test-app.ts';
import { spawnStart } from '../server/spawn-start.ts';
import { tryStart } from '../server/try-start.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

const PASSWORD = 'a long password';
const clientWith = (url: string, key: string): Client =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false, storageKey: randomUUID() } });
const readKeys = async (folder: string) => JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8'));

describe('rotate-keys', () => {
  let app: TestApp;
  let email: string;
  let session: Client;
  let authenticator: Authenticator;
  /** secrets.json before and after the rotation. */
  let before: Awaited<ReturnType<typeof readKeys>>;
  let after: Awaited<ReturnType<typeof readKeys>>;
  let said: string;
  /** The output of the command while the site ran, and whether the secrets were unchanged after it. */
  let refused: string;
  let isUnchanged: boolean;
  const secretsFile = () => join(app.dataFolder, 'secrets.json');
  const nextFile = () => join(app.dataFolder, 'secrets.next.json');

  beforeAll(async () => {
    app = await startTestApp();
    email = `${randomUUID()}@person.example`;
    session = await app.signIn({ admin: true, email, password: PASSWORD });
    authenticator = await setUpMfa(session);
    await session.from('categories').insert({ name: 'Kept', slug: 'kept' }).throwOnError();
    before = await readKeys(app.dataFolder);
    refused = await runAdmin(app, 'rotate-keys').catch((error: Error) => error.message);
    isUnchanged = isDeepStrictEqual(await readKeys(app.dataFolder), before);
    await app.process().stop();
    said = await runAdmin(app, 'rotate-keys');
    after = await readKeys(app.dataFolder);
    await app.restart('stop');
  });
  afterAll(() => app?.stop());

  test('is refused while the site runs, and changes nothing', () => {
    expect(refused).toContain('The site is running. Stop it');
    expect(isUnchanged).toBe(true);
  });

  test('says what ended and what is kept', () => {
    expect(said).toMatch(/^New: signing key, API keys, .*passwords of the database\.\nEnded: \d+ sessions /);
    expect(said).toContain('Kept: accounts, passwords, 1 authenticator apps');
  });

  test('replaces every secret, in a file of mode 600', async () => {
    const flat = ({ databasePassword, authenticatorPassword, keys }: typeof before): string[] => [
      databasePassword,
      authenticatorPassword,
      keys.jwtSecret,
      keys.anonKey,
      keys.serviceRoleKey,
      keys.jwk.d,
      keys.jwk.kid,
    ];
    for (const [n, secret] of flat(after).entries()) expect(secret).not.toBe(flat(before)[n]);
    expect(((await stat(secretsFile())).mode & 0o777).toString(8)).toBe('600');
    expect(existsSync(nextFile())).toBe(false);
  });

  test('ends API keys and sessions', async () => {
    expect((await clientWith(app.url, before.keys.serviceRoleKey).from('categories').select('id')).status).toBe(401);
    const { data } = await session.auth.getSession();
    const refreshed = await clientWith(app.url, after.keys.anonKey).auth.refreshSession({
      refresh_token: data.session?.refresh_token ?? '',
    });
    expect(refreshed.error?.code).toBe('refresh_token_not_found');
  });

  test('keeps passwords, authenticator apps and content', async () => {
    const client = clientWith(app.url, after.keys.anonKey);
    expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    await verifyMfa(client, authenticator);
    const { data } = await client.from('categories').select('slug');
    expect(data).toEqual([{ slug: 'kept' }]);
  });

  test('that was interrupted after the database had the new secrets is completed by the next start', async () => {
    await app.process().stop();
    await rename(secretsFile(), nextFile());
    await writeFile(secretsFile(), JSON.stringify(before), { mode: 0o600 });
    await app.restart('stop');
    expect(await readKeys(app.dataFolder)).toEqual(after);
    expect(existsSync(nextFile())).toBe(false);
    expect((await clientWith(app.url, after.keys.serviceRoleKey).from('categories').select('id')).status).toBe(200);
  });

  test('that was interrupted before that is undone by the next start', async () => {
    await app.process().stop();
    await writeFile(nextFile(), JSON.stringify(before), { mode: 0o600 });
    // In this process, without the site.
    const started = await openInstallation(readConfig({ DATA_DIR: app.dataFolder, LOG_LEVEL: 'silent' }), () => {});
    await started.close();
    expect(await readKeys(app.dataFolder)).toEqual(after);
    expect(existsSync(nextFile())).toBe(false);
  });
});

describe('rotate-keys with DATABASE_URL', () => {
  let database: EmbeddedServer;
  let password: string;
  let folders: [string, string];
  let ofDatabase: string;
  beforeAll(async () => {
    const makeFolder = () => mkdtemp(join(tmpdir(), 'machine-'));
    [ofDatabase, folders] = [await makeFolder(), [await makeFolder(), await makeFolder()]];
    await fillDataFolder(ofDatabase);
    password = (await readKeys(ofDatabase)).databasePassword;
    const quiet = { onProgress: () => {}, onError: () => {} };
    database = await startEmbeddedServer({ dataFolder: ofDatabase, password, ...quiet });
    for (const folder of folders) await copyFile(join(ofDatabase, 'secrets.json'), join(folder, 'secrets.json'));
  });
  afterAll(async () => {
    await database?.stop();
    for (const folder of [ofDatabase, ...(folders ?? [])]) await rm(folder, { recursive: true, force: true });
  });

  const envOf = (dataFolder: string) => ({
    DATA_DIR: dataFolder,
    DATABASE_URL: database.urlFor('postgres', password),
    SAMPLE_CONTENT: 'false',
  });
  async function startMachine(dataFolder: string): Promise<AppProcess> {
    const app = await startApp({ ...envOf(dataFolder), PORT: String(await freePort()) });
    onTestFinished(async () => {
      await app.stop();
    });
    return app;
  }
  const rotate = (dataFolder: string) =>
    runCommand({ dataFolder, url: 'http://site.example' }, 'admin', ['rotate-keys'], envOf(dataFolder));

  test('is refused while another machine runs; the other machines then need the new secrets.json', async () => {
    const second = await startMachine(folders[1]);
    const before = await readKeys(folders[0]);
    await expect(rotate(folders[0])).rejects.toThrow('The site runs on this database on another machine.');
    expect(await readKeys(folders[0])).toEqual(before);
    await second.stop();
    expect(await rotate(folders[0])).toContain('Copy secrets.json to the DATA_DIR of the other machines.');

    const backUp = (folder: string) => runOperator('backup', ['--to', join(folder, 'backups')], envOf(folder));
    expect(await backUp(folders[1])).toMatchObject({ code: 1, stderr: expect.stringContaining('no backup was made') });
    expect(await backUp(folders[0])).toMatchObject({ code: 0 });

    const refused = await tryStart(envOf(folders[1]));
    expect(refused.output).toContain('are not those with which the database at DATABASE_URL is used');
    await copyFile(join(folders[0], 'secrets.json'), join(folders[1], 'secrets.json'));
    const again = await startMachine(folders[1]);
    const { keys } = await readKeys(folders[1]);
    expect((await clientWith(again.url, keys.serviceRoleKey).from('categories').select('id')).status).toBe(200);
  });

  test('lets no machine start with the former keys while it runs', async () => {
    const { DATABASE_URL: url } = envOf(folders[0]);
    const holder = await connectTo(url);
    await holder.query('begin; lock table auth.flow_state');
    const rotated = rotate(folders[0]);
    const waitingFor = (query: string) =>
      queryAt(url, `select from pg_stat_activity where wait_event_type = 'Lock' and query like '${query}'`);
    await expect.poll(() => waitingFor('delete from auth.flow_state%')).toHaveLength(1);
    const start = spawnStart(envOf(folders[1]));
    const hasComeFar = async () =>
      /^ready /m.test(start.output()) || (await waitingFor('select keys_hash%')).length === 1;
    await expect.poll(hasComeFar, LONG).toBe(true);
    await holder.end();
    await rotated;
    expect(start.output()).not.toMatch(/^ready /m);
    expect((await start.ended).output).toContain('are not those with which the database at DATABASE_URL is used');
  });
});
