import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import type { BackendEnv } from '../../http/env.ts';
import type { StoredObject } from '../objects/objects.ts';
import { parseRenderParams, renderKey, renderObject } from './image-render.ts';

const WIDTHS = [96, 320, 480, 640, 2560];
const read = (query: string, accept = '', origin: Parameters<typeof parseRenderParams>[2] = 'jpeg') =>
  parseRenderParams(new URLSearchParams(query), accept, origin, WIDTHS);

test('sizes and qualities are rounded up to listed values', () => {
  expect(read('width=321&quality=31')).toMatchObject({ width: 480, height: null, quality: 50 });
  expect(read('width=321&height=1')).toMatchObject({ width: 640, height: 96, quality: 80 });
  expect(read('width=9999')).toMatchObject({ width: 2560, height: null, quality: 80, resize: 'cover' });
});

test('without a format the Accept header decides, and animations stay animated', () => {
  expect(read('', 'image/avif,image/webp')).toMatchObject({ format: 'avif', isNegotiated: true });
  expect(read('', 'image/avif,image/webp', 'gif').format).toBe('webp');
  expect(read('', '*/*').format).toBe('jpeg');
  expect(read('format=avif', '', 'webp')).toMatchObject({
    format: 'webp',
    isNegotiated: false,
  });
  expect(read('format=origin', 'image/avif')).toMatchObject({ format: 'jpeg', isNegotiated: false });
});

test('all parameters lead to a short list of names', () => {
  const names = new Set<string>();
  const size = fc.integer({ min: 1, max: 10_000 });
  fc.assert(
    fc.property(size, fc.integer({ min: 20, max: 100 }), (width, quality) => {
      names.add(renderKey(read(`width=${width}&quality=${quality}`)));
    }),
    { numRuns: 2000 },
  );
  expect(names.size).toBeLessThanOrEqual(WIDTHS.length * 5);
});

test('invalid parameters are rejected', () => {
  for (const query of [
    'width=-1',
    'width=1e9',
    'width=2.5',
    'height=x',
    'quality=19',
    'quality=101',
    'resize=crop',
    'format=png',
  ]) {
    expect(() => read(query), query).toThrow('querystring/');
  }
});

test('a render that was removed between its making and its sending is made again, of the newest version', async () => {
  const made = join(tmpdir(), `${randomUUID()}.png`);
  onTestFinished(() => rm(made, { force: true }));
  await writeFile(made, 'a render');
  const metadata = {
    eTag: '"1"',
    size: 1,
    mimetype: 'image/png',
    cacheControl: 'no-cache',
    lastModified: '2026-11-30',
  };
  const versions = ['replaced', 'newest'];
  const find = async () => ({ version: versions.shift(), metadata, name: 'a.png' }) as StoredObject;
  const deps = {
    pictureFormat: async () => 'png' as const,
    pictureWidths: WIDTHS,
    render: async (version: string) => (version === 'newest' ? made : join(tmpdir(), randomUUID())),
  };
  const app = new Hono<BackendEnv>().get('/', (c) => renderObject(deps, c, find, new URLSearchParams('width=96')));
  const answer = await app.request('/', undefined, { clientAddress: '10.0.0.1' });
  expect([answer.status, await answer.text()]).toEqual([200, 'a render']);
});
