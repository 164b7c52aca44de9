import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openMemoryRateLimit } from '../../http/rate-limit.ts';
import { type Bytes, openFolderBytes } from '../bytes/folder-bytes.ts';
import { parseRenderParams } from './image-render.ts';
import { PNG_SIGNATURE, png, pngChunk } from '#tests/support/png.ts';
import { requireFewTexts } from './pictures.ts';
import { openRenderer } from './render-picture.ts';

const packed = (bytes: number) => deflateSync(Buffer.alloc(bytes, 'a'));
const zTXt = (bytes: number) => pngChunk('zTXt', 'key\0\0', packed(bytes));
const iTXt = (bytes: number) => pngChunk('iTXt', 'key\0\u0001\0en\0\0', packed(bytes));
const MB = 1024 * 1024;

test('texts of cameras and editors are accepted', () => {
  const texts = [
    pngChunk('tEXt', 'Software\0Editor'),
    zTXt(70_000),
    iTXt(200_000),
    pngChunk('iTXt', 'XML\0\0\0\0\0<x/>'),
  ];
  expect(() => requireFewTexts(png(...texts))).not.toThrow();
});

test.each([
  ['one that unpacks to too much', [zTXt(9 * MB)]],
  ['the same as international text', [iTXt(9 * MB)]],
  ['many that do so together', Array.from({ length: 20 }, () => zTXt(MB / 2))],
  ['too many small ones', Array.from({ length: 201 }, () => pngChunk('tEXt', 'key\0a'))],
])('%s is rejected', (_what, texts) => {
  expect(() => requireFewTexts(png(...texts))).toThrow('too much text');
});

test('incomplete, damaged and other files are left to the decoder', () => {
  const damaged = pngChunk('zTXt', 'key\0\0', 'no deflate');
  const whole = png(damaged, pngChunk('zTXt', 'no end of keyword'), pngChunk('iTXt', 'key\0\u0001\0en'));
  const others = [Buffer.concat([PNG_SIGNATURE, Buffer.alloc(8, 0xff), Buffer.alloc(100)]), Buffer.from('GIF89a')];
  const cutOff = Array.from({ length: whole.length + 1 }, (_, length) => whole.subarray(0, length));
  expect(() => [...cutOff, ...others].forEach(requireFewTexts)).not.toThrow();
});

test('a picture that is removed while it is rendered leaves no render', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  const bytes = await openFolderBytes(folder, randomUUID());
  const [file, version] = [(await bytes.incoming()).path, randomUUID()];
  await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toFile(file);
  await bytes.adopt(file, version);
  const withFile: Bytes['withFile'] = async (of, work) => {
    const answer = await bytes.withFile(of, work);
    await bytes.settle([of], 'remove');
    return answer;
  };
  const params = parseRenderParams(new URLSearchParams('width=96'), '', 'png', [96]);
  await openRenderer({ ...bytes, withFile }, openMemoryRateLimit)(version, params, '127.0.0.1');
  await expect(stat(bytes.rendersOf(version))).rejects.toMatchObject({ code: 'ENOENT' });
  await rm(folder, { recursive: true });
});
