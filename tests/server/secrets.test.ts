import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { MORE_ROUTES, PUBLIC_ROUTES } from '../support/routes.ts';
import { databaseUrlOf } from './database.ts';
import { request } from './requests.ts';
import { lockDataFolder } from '#server/start/lock.ts';
import { tryStart } from './try-start.ts';
import { folderForTests } from '#backend-tests/support/start-for-tests.ts';

let app: TestApp;
let file: string;
/** The secret values of secrets.json, by name. */
let secrets: Record<string, string>;
const folders = folderForTests();

beforeAll(async () => {
  app = await startTestApp({ sampleContent: true, env: { LOG_LEVEL: 'trace' } });
  file = join(app.dataFolder, 'secrets.json');
  const { databasePassword, authenticatorPassword, keys } = JSON.parse(await readFile(file, 'utf8'));
  const { jwtSecret, serviceRoleKey, jwk } = keys;
  secrets = { databasePassword, authenticatorPassword, jwtSecret, serviceRoleKey, signingKey: jwk.d };
});
afterAll(() => app?.stop());

const makeFolder = () => mkdtemp(join(folders, 'one-'));

const secretsIn = (text: string) => Object.keys(secrets).filter((name) => text.includes(secrets[name] ?? name));
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('secrets.json, running.json and the database are readable only by their owner', async () => {
  expect(await modeOf(join(app.dataFolder, 'postgres'))).toBe('700');
  expect(await modeOf(file)).toBe('600');
  expect(await modeOf(join(app.dataFolder, 'running.json'))).toBe('600');
});

test('a new data folder is closed to other users', async () => {
  const folder = join(await makeFolder(), 'data');
  lockDataFolder(folder).release();
  expect(await modeOf(folder)).toBe('700');
});

test('the secrets to search for are longer than 20 characters', () => {
  expect(Object.values(secrets).map((value) => value.length > 20)).toEqual([true, true, true, true, true]);
});

test('no page or file of the site contains a secret', async () => {
  const machines = ['/rss.xml', '/sitemap.xml', '/robots.txt', '/site.webmanifest', '/auth.data', '/admin.data'];
  const guesses = ['/secrets.json', '/data/secrets.json', '/assets/../secrets.json', '/assets/..%2fsecrets.json'];
  for (const path of [...PUBLIC_ROUTES, ...MORE_ROUTES, '/auth', '/admin', ...machines, ...guesses]) {
    const { body, headers } = await request(app.url, path);
    expect(secretsIn(body + JSON.stringify(headers)), path).toEqual([]);
  }
});

test('no error of a service contains a secret', async () => {
  const keys = [undefined, 'wrong', app.anonKey, `${app.anonKey}x`, app.serviceRoleKey.slice(0, -2)];
  const paths = [
    '/rest/v1/none',
    '/rest/v1/blog_posts?id=eq.x',
    '/auth/v1/user',
    '/storage/v1/bucket/none',
    '/auth/v1/x',
  ];
  for (const apikey of keys) {
    for (const path of paths) {
      const headers: Record<string, string> = apikey ? { apikey, Authorization: `Bearer ${apikey}` } : {};
      const answer = await request(app.url, path, { headers });
      expect(answer.status, path).toBeGreaterThanOrEqual(400);
      expect(secretsIn(answer.body + JSON.stringify(answer.headers)), path).toEqual([]);
    }
  }
});

test('no error during an outage of the database and no line of the log contains a secret', async () => {
  await app.signIn({ admin: true });
  await app.client().auth.signInWithPassword({ email: `${randomUUID()}@person.example`, password: 'a wrong password' });
  const pid = Number((await readFile(join(app.dataFolder, 'postgres/postmaster.pid'), 'utf8')).split('\n', 1)[0]);
  process.kill(pid, 'SIGKILL');
  const headers = { apikey: app.anonKey };
  const lost = await waitFor(async () => {
    const answer = await request(app.url, '/rest/v1/categories', { headers });
    return answer.status >= 500 && answer;
  });
  expect(secretsIn(lost.body)).toEqual([]);
  await waitFor(async () => (await request(app.url, '/rest/v1/categories', { headers })).status === 200);
  await waitFor(() => app.process().said().includes('The database is not available'));
  expect(secretsIn(app.process().said())).toEqual([]);
});

test('a damaged secrets.json ends a start with DATABASE_URL and is not changed', async () => {
  const folder = await makeFolder();
  const damaged = join(folder, 'secrets.json');
  const whole = await readFile(file, 'utf8');
  const text = whole.slice(0, whole.length / 2);
  await writeFile(damaged, text, { mode: 0o600 });
  const env = { DATA_DIR: folder, DATABASE_URL: await databaseUrlOf(app), SAMPLE_CONTENT: 'false' };
  const { code, output } = await tryStart(env);
  expect(output).toContain(`${damaged} is damaged. Restore it from a backup; without it nobody can sign in.`);
  expect(output).not.toMatch(/\n {4}at /);
  expect([code, secretsIn(output)]).toEqual([1, []]);
  expect([await readFile(damaged, 'utf8'), await modeOf(damaged)]).toEqual([text, '600']);
});
