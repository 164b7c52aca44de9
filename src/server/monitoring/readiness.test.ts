import { expect, test } from 'vitest';
import { closeDatabase, connectDatabase } from '#backend/database/connect.ts';
import { openReadiness } from './readiness.ts';

const BACKUP = { everyMs: null, to: { kind: 'folder', folder: '/nowhere' } } as const;

test('an installation without its database and its data folder is not ready, and says both', async () => {
  const database = connectDatabase('postgres://nobody@127.0.0.1:1/none');
  const config = { backup: BACKUP, dataFolder: '/nowhere/at/all', hosted: null };
  const { isReady, checks } = await openReadiness(config, database, ['1'])();
  await closeDatabase(database);
  expect(isReady).toBe(false);
  expect(checks.map(({ id, state }) => [id, state])).toEqual([
    ['database', 'bad'],
    ['migrations', 'bad'],
    ['disk', 'bad'],
    ['mail-queue', 'bad'],
    ['backups', 'bad'],
  ]);
});

test('a hosted project that cannot be reached makes the site unready', async () => {
  const hosted = { url: 'http://127.0.0.1:1', anonKey: 'anon' };
  const read = openReadiness({ backup: BACKUP, dataFolder: '/nowhere', hosted }, null, []);
  expect(await read()).toMatchObject({ isReady: false, checks: [{ id: 'hosted-project', state: 'bad' }] });
  expect(await read()).toBe(await read());
});
