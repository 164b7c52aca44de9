import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createPictureFinder, fileInside } from './find-picture.ts';

const SIZES = ['size/w1000/2020/05/port.jpg', 'size/w600h400/format/webp/2020/05/port.jpg', '2020/05/port.jpg'];

test.each(SIZES)('the original of Ghost’s %s is taken where the folder has no copy of that size', async (path) => {
  const folder = await mkdtemp(join(tmpdir(), 'find-picture-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, '2020/05'), { recursive: true });
  await writeFile(join(folder, '2020/05/port.jpg'), 'the original');
  const find = createPictureFinder({ folder, fetches: false, dryRun: false });
  expect(await find(new URL(`https://old.example/content/images/${path}`))).toEqual({
    bytes: Buffer.from('the original'),
  });
  expect(await find(new URL('https://old.example/content/images/size/w1000/2020/05/none.jpg'))).toHaveProperty(
    'reason',
  );
});

test.each(['NFC', 'NFD'])('a picture is found in a copy of the folder whose names are in %s', async (form) => {
  const folder = await mkdtemp(join(tmpdir(), 'find-picture-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'café-कड़ी.jpg'.normalize(form)), 'the original');
  const find = createPictureFinder({ folder, fetches: false, dryRun: false });
  for (const written of ['NFC', 'NFD']) {
    const url = new URL('/wp-content/uploads/café-कड़ी.jpg'.normalize(written), 'https://old.example');
    expect(await find(url)).toEqual({ bytes: Buffer.from('the original') });
  }
});

test('a picture that is neither in a folder nor fetched is named with the reason', async () => {
  const url = new URL('https://old.example/content/images/2020/05/port.jpg');
  const reasonIn = (folder: string | null) => createPictureFinder({ folder, fetches: false, dryRun: false })(url);
  expect(await reasonIn(null)).toEqual({ reason: 'it was not fetched' });
  expect(await reasonIn(outside)).toEqual({ reason: 'it is not in the folder of pictures' });
});

let outside: string;
let folder: string;
beforeAll(async () => {
  outside = await mkdtemp(join(tmpdir(), 'inside-'));
  folder = join(outside, 'uploads');
  await mkdir(join(folder, '2020'), { recursive: true });
  await writeFile(join(folder, '2020/a.png'), 'abc');
  await writeFile(join(outside, 'secret'), 'abc');
  await symlink(join(outside, 'secret'), join(folder, 'link.png'));
  await symlink(outside, join(folder, 'up'));
});
afterAll(() => rm(outside, { recursive: true, force: true }));

test('a file in the folder is found', async () => {
  expect(await fileInside(folder, '2020/a.png', 3)).toBe(join(folder, '2020/a.png'));
  expect(await fileInside(folder, '2020/../2020/a.png', 3)).toBe(join(folder, '2020/a.png'));
});

test.each([
  '../secret',
  '2020/../../secret',
  'link.png',
  'up/secret',
  '2020',
  '',
  '.',
  'none.png',
  'a\0.png',
  '/etc/passwd',
])('%j is not a file of the folder', async (name) => {
  expect(await fileInside(folder, name, 1000)).toBeNull();
});

test('a file beyond the limit is not taken', async () => {
  expect(await fileInside(folder, '2020/a.png', 2)).toBeNull();
});
