import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { BackendEnv } from '../../http/env.ts';
import { parseRange, serveFile } from './serve-file.ts';

test('a range has a start, an end or a suffix length, and is cut to the size', () => {
  expect(parseRange('bytes=0-0', 10)).toEqual({ start: 0, end: 0 });
  expect(parseRange('bytes=4-', 10)).toEqual({ start: 4, end: 9 });
  expect(parseRange('bytes=-3', 10)).toEqual({ start: 7, end: 9 });
  expect(parseRange('bytes=-30', 10)).toEqual({ start: 0, end: 9 });
  expect(parseRange('bytes=8-99', 10)).toEqual({ start: 8, end: 9 });
});

test('a range after the end, or of an empty file, is not satisfiable', () => {
  for (const header of ['bytes=10-', 'bytes=10-12', 'bytes=-0']) expect(parseRange(header, 10)).toBe('unsatisfiable');
  for (const header of ['bytes=0-', 'bytes=-5']) expect(parseRange(header, 0)).toBe('unsatisfiable');
});

test('anything but a single range of bytes is ignored', () => {
  for (const header of [
    undefined,
    '',
    'bytes=-',
    'bytes=5-2',
    'bytes=0-1,3-4',
    'lines=1-2',
    'bytes=a-b',
    'bytes=0x1-',
  ]) {
    expect(parseRange(header, 10)).toBeNull();
  }
});

test('a download has a name of at most 200 UTF-16 code units, cut or not within a character', async () => {
  const about = { size: 4, mimetype: 'text/plain', eTag: '"1"', lastModified: new Date(0), cacheControl: 'no-cache' };
  const app = new Hono<BackendEnv>().get('/', (c) =>
    serveFile(c, { ...about, name: 'a.txt', read: async () => Readable.from([Buffer.from('text')]) }),
  );
  const answer = await app.request(`/?download=${encodeURIComponent(`${'a'.repeat(199)}😀`)}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toContain(`filename*=UTF-8''${'a'.repeat(199)}%EF%BF%BD`);
});
