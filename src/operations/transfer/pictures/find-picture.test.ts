import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPictureFinder } from './find-picture.ts';

const SIZES = ['size/w1000/2020/05/port.jpg', 'size/w600h400/format/webp/2020/05/port.jpg', '2020/05/port.jpg'];

test.each(SIZES)('the original of Ghost’s %s is taken where the folder has no copy of that size', async (path) => {
  const folder = await mkdtemp(join(tmpdir(), 'find-picture-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, '2020/05'), { recursive: true });
  await writeFile(join(folder, '2020/05/port.jpg'), 'the original');
  const find = createPictureFinder({ folder, fetches: false }, false);
  expect(await find(new URL(`https://old.example/content/images/${path}`))).toEqual({
    bytes: Buffer.from('the original'),
  });
  expect(await find(new URL('https://old.example/content/images/size/w1000/2020/05/none.jpg'))).toHaveProperty(
    'reason',
  );
});
