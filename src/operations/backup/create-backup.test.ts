import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClient } from '#backend/database/client.ts';
import { type PlatformDatabase, startPlatformDatabase } from '#backend-tests/support/platform-database.ts';
import { type ArchivedFiles, withSnapshot } from './create-backup.ts';
import { withBackupLock } from './make-backup.ts';
import { prepareCopy } from './rows.ts';

let database: PlatformDatabase;
let client: pg.Client;
let writer: pg.Client;

beforeAll(async () => {
  database = await startPlatformDatabase('snapshot', ['roles.sql', 'auth.sql', 'storage.sql', 'backups.sql']);
});
beforeEach(async () => {
  [client, writer] = [
    createClient(database.urlFor('postgres', 'for-tests')),
    createClient(database.urlFor('postgres', 'for-tests')),
  ];
  await Promise.all([client.connect(), writer.connect()]);
  await writer.query(`insert into storage.buckets (id, name) values ('b', 'b') on conflict do nothing`);
});
afterEach(async () => {
  await writer.query('delete from storage.objects');
  await Promise.all([client.end(), writer.end()]);
});
afterAll(() => database.stop());

/** A store whose bytes are a set of versions; `onRead` runs before each one is looked up. */
function openFiles(onRead: (version: string) => Promise<void>) {
  const stored = new Set<string>();
  const archived = new Set<string>();
  const upload = async (): Promise<string> => {
    const version = randomUUID();
    stored.add(version);
    await writer.query('insert into storage.objects (bucket_id, name, version) values ($1, $2, $2)', ['b', version]);
    return version;
  };
  const remove = async (version: string): Promise<void> => {
    await writer.query('delete from storage.objects where version = $1', [version]);
    stored.delete(version);
  };
  const files: Pick<ArchivedFiles, 'addAll'> = {
    addAll: async (versions) => {
      const gone: string[] = [];
      for (const version of versions) {
        if (archived.has(version)) continue;
        await onRead(version);
        if (stored.has(version)) archived.add(version);
        else gone.push(version);
      }
      return gone;
    },
  };
  return { files: files as ArchivedFiles, stored, archived, upload, remove };
}

test('every file of the snapshot is in the archive although files are uploaded and deleted meanwhile', async () => {
  const uploaded: string[] = [];
  let left = 12;
  const site = openFiles(async (version) => {
    if (left === 0) return;
    left -= 1;
    // Each new file is deleted at the moment it is to be copied, and another one uploaded.
    if (uploaded.includes(version)) await site.remove(version);
    uploaded.push(await site.upload());
  });
  await site.upload();
  const rows = await withSnapshot(client, site.files, async ({ versions, missing }) => {
    expect(missing).toEqual([]);
    expect(versions.filter((version) => !site.archived.has(version))).toEqual([]);
    await site.upload();
    return (await client.query('select version from storage.objects order by version')).rows.map((row) => row.version);
  });
  expect(left).toBe(0);
  expect(rows.filter((version) => !site.archived.has(version))).toEqual([]);
});

test('a file that is missing in the site does not prevent the backup, and is named', async () => {
  const site = openFiles(async () => {});
  const [lost, kept] = [await site.upload(), await site.upload()];
  site.stored.delete(lost);
  const found = await withSnapshot(client, site.files, async (snapshot) => snapshot);
  expect(found.missing).toEqual([lost]);
  expect(found.versions.toSorted()).toEqual([lost, kept].toSorted());
});

test('time limits that are set for the login end neither a copy nor the lock of a backup', async () => {
  const limits = ['statement_timeout', 'idle_session_timeout'];
  for (const limit of limits) await writer.query(`alter role postgres set ${limit} = '200ms'`);
  const url = database.urlFor('postgres', 'for-tests');
  const copying = createClient(url);
  await copying.connect();
  await prepareCopy(copying);
  const isHeld = withBackupLock(url, async (lock) => {
    await sleep(400);
    return (await lock.query('select true as held')).rows;
  });
  const copied = copying.query('select pg_sleep(0.4)');
  const ended = await Promise.allSettled([copied.then(({ rowCount }) => rowCount), isHeld]);
  await copying.end();
  await writer.query('alter role postgres reset all');
  expect(ended).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'fulfilled', value: [{ held: true }] },
  ]);
});
