import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SystemBackup } from '#contract/system.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';

let app: TestApp;
let backups: string;
let token: string;

beforeAll(async () => {
  backups = await mkdtemp(join(tmpdir(), 'backups-'));
  app = await startTestApp({ env: { BACKUP_TO: backups, BACKUP_EVERY: 'off' } });
  const admin = await app.signIn({ admin: true });
  token = (await admin.auth.getSession()).data.session?.access_token ?? '';
});
afterAll(async () => {
  await app?.stop();
  await rm(backups, { recursive: true });
});

function ask(method: 'GET' | 'POST'): Promise<Response> {
  const headers = { apikey: app.anonKey, Authorization: `Bearer ${token}` };
  return fetch(`${app.url}/system/v1/backups`, { method, headers });
}
const list = async () => ((await (await ask('GET')).json()) as { rows: SystemBackup[] }).rows;

test('a backup is made on request, one at a time, and the list has its result', { timeout: 120_000 }, async () => {
  const known = (await list()).map(({ id }) => id);
  const answers = await Promise.all([ask('POST'), ask('POST')]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([202, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(await refused?.json()).toMatchObject({ code: 'backup_running' });
  const findMade = async () => (await list()).find((row) => !known.includes(row.id) && row.finished_at !== null);
  await expect.poll(findMade, { timeout: 40_000 }).toBeTruthy();
  const made = await findMade();
  expect(made).toMatchObject({ error: null, bytes: expect.any(Number) });
  expect((await readFile(join(backups, made?.file ?? ''))).length).toBe(made?.bytes);
});

test('a backup that cannot be made says why', { timeout: 120_000 }, async () => {
  await rename(backups, `${backups}-away`);
  try {
    await writeFile(backups, 'a file where the folder was');
    let response = await ask('POST');
    // The process of the backup before ends a moment after its record.
    while ((await response.clone().text()).includes('backup_running')) response = await ask('POST');
    // What is known before the record begins is the answer, what comes later is in the list.
    const said = response.ok ? null : ((await response.json()) as { message: string }).message;
    await expect.poll(async () => said ?? (await list())[0]?.error, { timeout: 20_000 }).toContain(backups);
  } finally {
    await rm(backups);
    await rename(`${backups}-away`, backups);
  }
});
