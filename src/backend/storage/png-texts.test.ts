import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { requireFewTexts } from './png-texts.ts';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function chunk(type: string, ...parts: (Buffer | string)[]): Buffer {
  const data = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const frame = Buffer.alloc(12 + data.length);
  frame.writeUInt32BE(data.length, 0);
  frame.write(type, 4, 'latin1');
  data.copy(frame, 8);
  frame.writeUInt32BE(crc32(frame.subarray(4, 8 + data.length)), 8 + data.length);
  return frame;
}

const png = (...chunks: Buffer[]) =>
  Buffer.concat([SIGNATURE, chunk('IHDR', Buffer.alloc(13)), ...chunks, chunk('IEND')]);
const packed = (bytes: number) => deflateSync(Buffer.alloc(bytes, 'a'));
const zTXt = (bytes: number) => chunk('zTXt', 'key\0\0', packed(bytes));
const iTXt = (bytes: number) => chunk('iTXt', 'key\0\u0001\0en\0\0', packed(bytes));
const MB = 1024 * 1024;

test('texts of cameras and editors are accepted', () => {
  const texts = [chunk('tEXt', 'Software\0Editor'), zTXt(70_000), iTXt(200_000), chunk('iTXt', 'XML\0\0\0\0\0<x/>')];
  expect(() => requireFewTexts(png(...texts))).not.toThrow();
});

test.each([
  ['one that unpacks to too much', [zTXt(9 * MB)]],
  ['the same as international text', [iTXt(9 * MB)]],
  ['many that do so together', Array.from({ length: 20 }, () => zTXt(MB / 2))],
  ['too many small ones', Array.from({ length: 201 }, () => chunk('tEXt', 'key\0a'))],
])('%s is rejected', (_what, texts) => {
  expect(() => requireFewTexts(png(...texts))).toThrow('too much text');
});

test('incomplete, damaged and other files are left to the decoder', () => {
  const damaged = chunk('zTXt', 'key\0\0', 'no deflate');
  const whole = png(damaged, chunk('zTXt', 'no end of keyword'), chunk('iTXt', 'key\0\u0001\0en'));
  const others = [Buffer.concat([SIGNATURE, Buffer.alloc(8, 0xff), Buffer.alloc(100)]), Buffer.from('GIF89a')];
  const cutOff = Array.from({ length: whole.length + 1 }, (_, length) => whole.subarray(0, length));
  expect(() => [...cutOff, ...others].forEach(requireFewTexts)).not.toThrow();
});
