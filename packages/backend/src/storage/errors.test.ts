import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { StorageError, toStorageError } from './errors.ts';
import { reencodePicture } from './pictures/pictures.ts';

const NO_SPACE = { code: 'NoSpace', status: 503 };

// Each write to Linux's /dev/full fails with ENOSPC.
test.runIf(process.platform === 'linux')('a full disk is answered with 503, not as a damaged picture', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'disk-full-'));
  const file = join(folder, 'picture.png');
  await sharp({ create: { width: 40, height: 30, channels: 3, background: '#345' } }).toFile(file);
  await expect(reencodePicture(file, '/dev/full')).rejects.toMatchObject(NO_SPACE);
  const error = await writeFile('/dev/full', 'text').catch((thrown: unknown) => thrown);
  expect(toStorageError(error)).toMatchObject(NO_SPACE);
  expect(toStorageError(new StorageError('NoSuchKey'))).toMatchObject({ code: 'NoSuchKey' });
  await rm(folder, { recursive: true });
});
