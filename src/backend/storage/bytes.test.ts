import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBytes } from './bytes.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bytes-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const openWith = (...rows: string[]) => openBytes(folder, async () => new Set(rows));
const marks = () => readdir(join(folder, 'unsettled'));

async function adoptNew(text: string): Promise<string> {
  const bytes = await openWith();
  const [file, version] = [bytes.incoming(), randomUUID()];
  await writeFile(file, text);
  await bytes.adopt(file, version);
  return version;
}

test('bytes that were adopted and not settled go at the next start, unless a row carries them', async () => {
  const withRow = await adoptNew('kept');
  const without = await (async () => {
    // Marked in the same folder, before any start could settle it.
    const version = randomUUID();
    const bytes = await openWith(withRow);
    const file = bytes.incoming();
    await writeFile(file, 'lost');
    await bytes.adopt(file, version);
    return version;
  })();
  const bytes = await openWith(withRow);
  expect(await readFile(bytes.fileOf(withRow), 'utf8')).toBe('kept');
  await expect(bytes.open(without)).rejects.toMatchObject({ code: 'NoSuchKey' });
  expect(await marks()).toEqual([]);
});

test('what was half received is gone at the next start', async () => {
  const bytes = await openWith();
  await writeFile(bytes.incoming(), 'half');
  await openWith();
  expect(await readdir(join(folder, 'incoming'))).toEqual([]);
});

test('a settled version keeps its bytes, whatever the rows say later', async () => {
  const bytes = await openWith();
  const [file, version] = [bytes.incoming(), randomUUID()];
  await writeFile(file, 'settled');
  await bytes.adopt(file, version);
  await bytes.settle([version], 'keep');
  const again = await openWith();
  expect(await readFile(again.fileOf(version), 'utf8')).toBe('settled');
  await again.settle([version], 'remove');
  await expect(again.open(version)).rejects.toMatchObject({ code: 'NoSuchKey' });
});

test('only a version names a file', async () => {
  const bytes = await openWith();
  for (const name of ['../secrets.json', 'a', '', `${randomUUID()}/..`])
    expect(() => bytes.fileOf(name)).toThrow('Not a version');
});
