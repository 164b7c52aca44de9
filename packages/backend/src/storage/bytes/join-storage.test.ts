import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type PlatformDatabase, startPlatformDatabase } from '#tests/support/platform-database.ts';
import { type DatabasePool, closeDatabase, connectDatabase } from '../../database/connect.ts';
import { rendersFolder } from '../paths.ts';
import { removeOrphanRenders, repeat } from './join-storage.ts';

const HOUR_MS = 60 * 60_000;

let server: PlatformDatabase;
let database: DatabasePool;
let folder: string;
beforeAll(async () => {
  server = await startPlatformDatabase('renders', ['roles.sql', 'auth.sql', 'storage.sql']);
  database = connectDatabase(server.urlFor('postgres', 'for-tests'));
  folder = await mkdtemp(join(tmpdir(), 'renders-'));
});
afterAll(async () => {
  await closeDatabase(database);
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

test('renders of pictures that no longer exist are removed after an hour, others stay', async () => {
  const [kept, removed] = [randomUUID(), randomUUID()];
  await database.pool.query(`insert into storage.buckets (id, name) values ('media', 'media')`);
  await database.pool.query(`insert into storage.objects (bucket_id, name, version) values ('media', 'a', $1)`, [kept]);
  for (const version of [kept, removed]) {
    await mkdir(rendersFolder(folder, version), { recursive: true });
    await writeFile(join(rendersFolder(folder, version), '240.webp'), '');
  }
  const left = async () => (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.webp'));
  await removeOrphanRenders(folder, database, Date.now());
  expect(await left()).toHaveLength(2);
  await removeOrphanRenders(folder, database, Date.now() + 2 * HOUR_MS);
  expect(await left()).toEqual([join('rendered', kept.slice(0, 2), kept, '240.webp')]);
  await removeOrphanRenders(join(folder, 'none'), database, Date.now());
});

test('nothing is settled once the process stops', () => {
  vi.useFakeTimers();
  const pool = { ending: false };
  const work = vi.fn(() => Promise.resolve());
  repeat({ pool }, work, 1000);
  vi.advanceTimersByTime(1000);
  pool.ending = true;
  vi.advanceTimersByTime(2000);
  vi.useRealTimers();
  expect(work).toHaveBeenCalledTimes(1);
});
