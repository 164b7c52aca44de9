import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import { bodyBytesOf, findStylesheet, request } from './requests.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const app = startForTests(() => shareTestApp({ sampleContent: true }));
let stylesheet: string;

beforeAll(async () => {
  stylesheet = await findStylesheet(app.url);
});

const get = (path: string, acceptEncoding?: string) =>
  request(app.url, path, { headers: acceptEncoding ? { 'Accept-Encoding': acceptEncoding } : {} });

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };
/** The largest allowed part of its full size that a compressed page or stylesheet has. */
const MAX_RATIO = 0.5;

describe.each([
  ['a page', () => '/about'],
  ['a page with lists', () => '/blog'],
  ['a page that is not there', () => '/no-such-page'],
  ['a stylesheet', () => stylesheet],
  ['the feed', () => '/rss.xml'],
])('%s', (_kind, path) => {
  test.each(['br', 'gzip'] as const)('is sent as %s with the same text', async (encoding) => {
    const plain = await get(path());
    const packed = await get(path(), encoding);
    expect(packed.headers['content-encoding']).toBe(encoding);
    expect(packed.headers['content-type']).toBe(plain.headers['content-type']);
    expect(Number(packed.headers['content-length'])).toBe(bodyBytesOf(packed).length);
    expect(bodyBytesOf(packed).length).toBeLessThan(bodyBytesOf(plain).length * MAX_RATIO);
    expect(DECODERS[encoding](bodyBytesOf(packed)).equals(bodyBytesOf(plain))).toBe(true);
  });

  test('is sent as br to a browser that accepts several encodings', async () => {
    expect((await get(path(), 'gzip, deflate, br, zstd')).headers['content-encoding']).toBe('br');
  });

  test('is sent uncompressed to a client that accepts no supported encoding', async () => {
    for (const accepted of [undefined, 'identity', 'zstd', 'deflate']) {
      const answer = await get(path(), accepted);
      expect(answer.headers['content-encoding'], accepted).toBeUndefined();
      expect(Number(answer.headers['content-length'])).toBe(bodyBytesOf(answer).length);
    }
  });

  test('varies by Accept-Encoding, also if it is uncompressed', async () => {
    for (const accepted of [undefined, 'gzip', 'br']) {
      expect((await get(path(), accepted)).headers['vary']).toBe('Accept-Encoding');
    }
  });
});

test('pictures and fonts are not compressed again', async () => {
  for (const path of ['/icon-192.png', '/share/home.png']) {
    expect((await get(path, 'gzip, br')).headers['content-encoding'], path).toBeUndefined();
  }
});
