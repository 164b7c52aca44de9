import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunQuery } from '#backend/database/connect.ts';
import { createClient } from '#backend/database/client.ts';
import { createKeys } from '#backend/http/keys.ts';
import { makeSecrets } from '#backend/http/make-secrets.ts';
import { type PlatformDatabase, startPlatformDatabase } from '#backend-tests/support/platform-database.ts';
import { type Destination, openDestination } from './destination.ts';
import { answerDownload, readDownloadToken, signDownload } from './download.ts';
import { beginRecord, finishRecord, listBackupRecords, recordRemoval, recordVerification } from './records.ts';
import { queryOn } from './tables.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
let database: PlatformDatabase;
let client: pg.Client;
let query: RunQuery;
let folder: string;
let destination: Destination;

beforeAll(async () => {
  database = await startPlatformDatabase('backup-records', ['roles.sql', 'backups.sql']);
  client = createClient(database.urlFor('postgres', 'for-tests'));
  await client.connect();
  query = queryOn(client);
  folder = await mkdtemp(join(tmpdir(), 'download-'));
  destination = await openDestination({ kind: 'folder', folder });
});
afterAll(async () => {
  await client.end();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A recorded backup whose content is its own name. */
async function record(file: string, isEncrypted: boolean, place = folder): Promise<string> {
  const id = await beginRecord(query, { file, place, isEncrypted, verifies: false, now: NOW });
  const bytes = await destination.write(file, Readable.from([Buffer.from(file)]));
  await finishRecord(query, id, bytes, NOW);
  return id;
}

async function download(id: string): Promise<[number, string]> {
  const answer = await answerDownload(query, destination, id);
  return [answer.status, await answer.text()];
}

test('an encrypted backup is an attachment with its name and size', async () => {
  const id = await record('a.tar.gz.age', true);
  const answer = await answerDownload(query, destination, id);
  expect(Object.fromEntries(answer.headers)).toEqual({
    'cache-control': 'no-store',
    'content-type': 'application/octet-stream',
    'content-length': '12',
    'content-disposition': 'attachment; filename="a.tar.gz.age"',
  });
  expect(await answer.text()).toBe('a.tar.gz.age');
});

test('a backup that is not encrypted, removed, elsewhere, unfinished or unknown is no download', async () => {
  expect(await download(await record('plain.tar.gz', false))).toEqual([
    409,
    expect.stringContaining('BACKUP_PASSPHRASE'),
  ]);
  const removed = await record('removed.tar.gz.age', true);
  await recordRemoval(query, 'removed.tar.gz.age', folder, NOW);
  const elsewhere = await record('elsewhere.tar.gz.age', true, '/mnt/usb');
  const unfinished = await beginRecord(query, {
    file: 'x.tar.gz.age',
    place: folder,
    isEncrypted: true,
    verifies: false,
    now: NOW,
  });
  for (const id of [removed, elsewhere, unfinished, '../../etc/passwd']) expect((await download(id))[0]).toBe(404);
});

test('a recorded backup whose file is gone is no download', async () => {
  const id = await record('lost.tar.gz.age', true);
  await destination.remove('lost.tar.gz.age');
  expect((await download(id))[0]).toBe(404);
});

test('the role that answers requests may read the records and change nothing', async () => {
  await client.query('set role backend');
  expect((await listBackupRecords(query)).length).toBeGreaterThan(0);
  await expect(client.query('delete from operator.backups')).rejects.toThrow('permission denied');
  await client.query('set role authenticated');
  await expect(listBackupRecords(query)).rejects.toThrow('permission denied');
  await client.query('reset role');
});

test('a verification that fails keeps the time of the last one that succeeded', async () => {
  await record('v.tar.gz', false);
  await recordVerification(query, { file: 'v.tar.gz', place: folder, error: null, now: NOW });
  await recordVerification(query, { file: 'v.tar.gz', place: folder, error: 'damaged', now: new Date() });
  const found = (await listBackupRecords(query)).find(({ file }) => file === 'v.tar.gz');
  expect(found).toMatchObject({ verified_at: '2026-11-22T12:00:00.000Z', error: 'damaged' });
});

test('a link is valid for a minute, for one backup, with the keys of the site', async () => {
  const [keys, others] = await Promise.all(
    [0, 1].map(async () => createKeys({ ...(await makeSecrets(NOW)), issuer: 'https://firm.example/auth/v1' })),
  );
  const token = await signDownload(keys!, 'id-1', NOW);
  const after = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);
  expect(await readDownloadToken(keys!, token, after(59))).toBe('id-1');
  expect(await readDownloadToken(keys!, token, after(61))).toBeNull();
  expect(await readDownloadToken(others!, token, NOW)).toBeNull();
  expect(await readDownloadToken(keys!, 'x', NOW)).toBeNull();
});
