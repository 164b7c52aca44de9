import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunQuery } from '../../database/connect.ts';
import { type Bytes, openFolderBytes } from './folder-bytes.ts';

let folder: string;
let bytes: Bytes;
/** Marks of the folder are not rows. */
const noQuery: RunQuery = () => Promise.reject(new Error('not used'));
const contentOf = async (version: string) => readText(await bytes.read(version, { start: 0, end: 100 }));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bytes-'));
  bytes = await openFolderBytes(folder, randomUUID());
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const own = (name: string) => join(folder, 'processes', bytes.processId, name);

async function adoptNew(text: string): Promise<string> {
  const [file, version] = [(await bytes.incoming()).path, randomUUID()];
  await writeFile(file, text);
  await bytes.adopt(file, version);
  return version;
}

test('a new version is marked until it is settled, confirmed or not', async () => {
  for (const isConfirmed of [true, false]) {
    const version = await adoptNew('kept');
    if (isConfirmed) await bytes.confirm(noQuery, version);
    expect(await readdir(own('unsettled'))).toHaveLength(1);
    await bytes.settle([version], 'keep');
    expect(await readdir(own('unsettled'))).toEqual([]);
    expect(await contentOf(version)).toBe('kept');
  }
});

test('a version that another process has settled cannot be confirmed', async () => {
  const version = await adoptNew('text');
  await rm(own('unsettled'), { recursive: true });
  await expect(bytes.confirm(noQuery, version)).rejects.toThrow('ENOENT');
});

test('a folder that another process has removed is created again by the next upload', async () => {
  await rm(own('.'), { recursive: true });
  const version = await adoptNew('again');
  await bytes.confirm(noQuery, version);
  expect(await contentOf(version)).toBe('again');
});

test('a folder that another process has removed is created again by the next deletion', async () => {
  const version = await adoptNew('text');
  await rm(own('.'), { recursive: true });
  await bytes.mark(noQuery, [version]);
  expect(await readdir(own('unsettled'))).toEqual([version]);
});

test('opening the folder changes nothing of other processes', async () => {
  await writeFile((await bytes.incoming()).path, 'half');
  const version = await adoptNew('marked');
  await openFolderBytes(folder, randomUUID());
  expect(await readdir(own('incoming'))).toHaveLength(1);
  expect(await readdir(own('unsettled'))).toEqual([version]);
});

test('a removed version no longer exists', async () => {
  const version = await adoptNew('text');
  await bytes.settle([version], 'remove');
  await expect(contentOf(version)).rejects.toMatchObject({ code: 'NoSuchKey' });
});

test('only a version is accepted as a file name', async () => {
  for (const name of ['../secrets.json', 'a', '', `${randomUUID()}/..`])
    await expect(contentOf(name)).rejects.toThrow('Not a version');
});
