import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type S3Settings, parseStorageUrl } from '#backend/storage/storage-url.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { type S3TestStore, startS3Store } from '#tests/support/s3-store.ts';
import { type Destination, openDestination } from './destination.ts';

let folder: string;
let store: S3TestStore;
const places: { name: string; open: () => Promise<Destination> }[] = [
  { name: 'a folder', open: () => openDestination({ kind: 'folder', folder: join(folder, 'backups') }) },
  { name: 'an S3 store', open: () => openDestination({ kind: 's3', settings: settingsOf(store) }) },
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'destination-'));
  store = await startS3Store();
});
beforeEach(() => {
  store.mode = 'answer';
});
afterAll(async () => {
  await store.stop();
  await rm(folder, { recursive: true, force: true });
});

function settingsOf({ storageUrl }: S3TestStore): S3Settings {
  return { ...(parseStorageUrl(storageUrl) as S3Settings), prefix: 'backups/' };
}

const LARGE = randomBytes(33 * 1024 * 1024);
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
function* inPieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 1_000_003) yield bytes.subarray(at, at + 1_000_003);
}
async function* failing(): AsyncGenerator<Buffer> {
  yield LARGE.subarray(0, 20 * 1024 * 1024);
  throw new Error('the source failed');
}

test.for(places)('$name keeps a file of several parts', async ({ open }) => {
  const destination = await open();
  expect(await destination.list()).toEqual([]);
  expect(await destination.write('large.bin', Readable.from(inPieces(LARGE)))).toBe(LARGE.length);
  expect(await destination.list()).toEqual([{ name: 'large.bin', bytes: LARGE.length }]);
  const found = await destination.read('large.bin');
  expect(found?.bytes).toBe(LARGE.length);
  expect(sha256(await buffer(found!.content))).toBe(sha256(LARGE));
  await destination.remove('large.bin');
  expect(await destination.list()).toEqual([]);
  expect(await destination.read('large.bin')).toBeNull();
});

test.for(places)('$name has no file when its source fails', async ({ open }) => {
  const destination = await open();
  await expect(destination.write('half.bin', Readable.from(failing()))).rejects.toThrow('the source failed');
  expect(await destination.list()).toEqual([]);
});

test('a file is readable for its owner only', async () => {
  const destination = await places[0]!.open();
  await destination.write('small.bin', Readable.from([Buffer.from('x')]));
  const [name = ''] = await readdir(destination.place);
  expect((await stat(join(destination.place, name))).mode & 0o777).toBe(0o600);
});

test('a name in a folder whose file is gone is left out', async () => {
  const destination = await places[0]!.open();
  await destination.write('there.bin', Readable.from([Buffer.from('x')]));
  await symlink(join(folder, 'gone'), join(destination.place, 'gone.bin'));
  const names = (await destination.list()).map(({ name }) => name);
  await rm(join(destination.place, 'gone.bin'));
  expect(names).toContain('there.bin');
  expect(names).not.toContain('gone.bin');
});

test('a store that does not answer is named without its keys', async () => {
  const destination = await places[1]!.open();
  store.mode = '503';
  const error = await destination.list().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConfigurationError);
  const { message } = error as Error;
  expect(message).toContain(`The store of backups http://127.0.0.1:${store.port}/site-files/backups/`);
  expect(message).not.toContain(settingsOf(store).secretAccessKey + ':');
  expect((error as Error).cause).toBeUndefined();
});

test('a folder that cannot be made is named with the reason', async () => {
  await writeFile(join(folder, 'file'), '');
  const destination = await openDestination({ kind: 'folder', folder: join(folder, 'file', 'below') });
  const error = await destination.write('x', Readable.from([Buffer.from('x')])).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConfigurationError);
  expect((error as Error).message).toContain('a part of the path is not a folder');
});
