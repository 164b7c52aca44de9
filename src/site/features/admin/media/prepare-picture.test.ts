import { expect, test } from 'vitest';
import { MAX_PICTURE_BYTES } from '#contract/pictures.ts';
import { isAnimation, isHeicFile, preparePicture, scaleOf } from './prepare-picture.ts';

test('a picture is scaled to the width that the site shows, a long one to the pixels that the server decodes', () => {
  expect(scaleOf(2560, 1700)).toBe(1);
  expect(scaleOf(1000, 8000)).toBe(1);
  expect(Math.round(12_000 * scaleOf(12_000, 9000))).toBe(2560);
  const tall = scaleOf(2500, 20_000);
  expect(2500 * tall * 20_000 * tall).toBeCloseTo(12e6);
});

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)));

test('HEIC is recognised by its type or its bytes', () => {
  const heic = bytes([0, 0, 0, 24], 'ftypheic');
  expect(isHeicFile({ type: '' }, heic)).toBe(true);
  expect(isHeicFile({ type: 'image/heic' }, bytes())).toBe(true);
  expect(isHeicFile({ type: '' }, bytes([0, 0, 0, 24], 'ftypmp42'))).toBe(false);
  expect(isHeicFile({ type: 'image/avif' }, heic)).toBe(false);
});

test('animations are recognised', () => {
  const webp = (flags: number) => bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0], [flags]);
  expect(isAnimation('image/webp', webp(0x12))).toBe(true);
  expect(isAnimation('image/webp', webp(0x10))).toBe(false);
  expect(isAnimation('image/gif', bytes('GIF89a'))).toBe(true);
  expect(isAnimation('image/avif', bytes([0, 0, 0, 24], 'ftypavis'))).toBe(true);
  expect(isAnimation('image/jpeg', bytes([0xff, 0xd8]))).toBe(false);
});

test('a file that is no picture is refused before it is decoded', async () => {
  const file = new File([new Uint8Array(MAX_PICTURE_BYTES)], 'notes.txt', { type: 'text/plain' });
  await expect(preparePicture(file)).rejects.toMatchObject({ kind: 'not-a-picture' });
});
