import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createFormatReader, formatOfBytes } from './picture-formats.ts';

const box = (...brands: string[]) => {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(`ftyp${brands.join('')}`, 'latin1')]);
  bytes.writeUInt32BE(bytes.length);
  return bytes;
};

test('the first bytes tell the formats apart', () => {
  const cases = [
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'jpeg'],
    [Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1'), 'png'],
    [Buffer.from('RIFF....WEBPVP8 '), 'webp'],
    [Buffer.from('GIF89a'), 'gif'],
    [box('avif', '\0\0\0\0', 'mif1'), 'avif'],
    [box('mif1', '\0\0\0\0', 'avis'), 'avif'],
    [box('heic', '\0\0\0\0', 'mif1'), null],
    [Buffer.concat([box('mif1', '\0\0\0\0'), Buffer.from('avif')]), null],
    [Buffer.from('RIFF....WAVE'), null],
    [Buffer.from('<svg xmlns="'), null],
    [Buffer.from('ftyp'), null],
    [Buffer.alloc(0), null],
  ] as const;
  for (const [bytes, expected] of cases)
    expect([bytes.toString('latin1'), formatOfBytes(bytes)]).toEqual([bytes.toString('latin1'), expected]);
});

test('the bytes of a version are read once', async () => {
  let reads = 0;
  const readFormat = createFormatReader({
    read: async (_version, { end }) => {
      reads += 1;
      return Readable.from([Buffer.from('GIF89a').subarray(0, end + 1)]);
    },
  });
  expect([
    await readFormat('a', 6),
    await readFormat('a', 6),
    await readFormat('b', 3),
    await readFormat('c', 0),
  ]).toEqual(['gif', 'gif', null, null]);
  expect(reads).toBe(2);
});
