import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chooseEncoding, compressOnUse, createMemoryAnswer, withHeader } from './memory-answer.ts';
import { toResponse } from './send-answer.ts';

const TEXT = Buffer.from('some text '.repeat(200));
const HEADERS = new Headers({ 'Content-Type': 'text/plain', 'Cache-Control': 'no-cache' });
const answer = createMemoryAnswer(TEXT, { headers: HEADERS, compressed: compressOnUse(TEXT) });

const ask = (headers: Record<string, string>, method = 'GET') =>
  toResponse(new Request('http://site.example/', { method, headers }), answer);
const etagFor = (encoding: string) => ask({ 'Accept-Encoding': encoding }).headers.get('ETag') ?? '';

test('each encoding has its own strong ETag and its own bytes', async () => {
  const [plain, gzip, br] = ['identity', 'gzip', 'br'].map(etagFor);
  expect(plain).toMatch(/^"[\w-]{22}"$/);
  expect([gzip, br]).toEqual([plain?.replace(/"$/, '-gzip"'), plain?.replace(/"$/, '-br"')]);
  const packed = ask({ 'Accept-Encoding': 'br' });
  expect(packed.headers.get('Content-Encoding')).toBe('br');
  expect(brotliDecompressSync(await packed.bytes()).equals(TEXT)).toBe(true);
  expect(gunzipSync(await ask({ 'Accept-Encoding': 'gzip' }).bytes()).equals(TEXT)).toBe(true);
});

test('the bytes and headers of a form are made once', () => {
  expect(answer.formFor('br')).toBe(answer.formFor('gzip, br'));
  expect(answer.formFor(undefined)).toBe(answer.formFor('identity'));
});

test('a client gets 304 for the ETag of the encoding that it would get, and only for that', async () => {
  const br = etagFor('br');
  for (const known of [br, `W/${br}`, `"x", ${br}`, `W/"x" , W/${br}`, '*']) {
    const same = ask({ 'Accept-Encoding': 'br', 'If-None-Match': known });
    expect([same.status, await same.text(), same.headers.get('ETag')], known).toEqual([304, '', br]);
    expect(same.headers.get('Content-Length')).toBeNull();
    expect(same.headers.get('Content-Encoding')).toBeNull();
    expect(same.headers.get('Vary')).toBe('Accept-Encoding');
    expect(same.headers.get('Cache-Control')).toBe('no-cache');
  }
  for (const known of ['"x"', '', br.slice(1, -1), `"x${br}`, etagFor('gzip')]) {
    expect(ask({ 'Accept-Encoding': 'br', 'If-None-Match': known }).status, known).toBe(200);
  }
});

test('HEAD has the headers of GET and no body', async () => {
  const [whole, head] = [ask({}), ask({}, 'HEAD')];
  expect([...head.headers]).toEqual([...whole.headers]);
  expect([head.headers.get('Content-Length'), await head.text()]).toEqual([String(TEXT.length), '']);
});

test('bytes without a compressed form are sent as they are to every client', () => {
  const small = createMemoryAnswer(Buffer.from('small'), {
    headers: HEADERS,
    compressed: compressOnUse(Buffer.from('small')),
  });
  const form = small.formFor('gzip, br');
  expect(form.headers).not.toContain('content-encoding');
  expect(form.etag).toBe(small.formFor(undefined).etag);
});

test('an answer with another status is not a 304', () => {
  const missing = createMemoryAnswer(TEXT, { status: 404, headers: HEADERS });
  const request = new Request('http://site.example/', { headers: { 'If-None-Match': '*' } });
  expect(toResponse(request, missing).status).toBe(404);
});

test('an added header is on every form, and on the 304', () => {
  const aged = withHeader(answer, 'age', '7');
  for (const encoding of ['br', 'gzip', undefined]) {
    const { headers, unchangedHeaders } = aged.formFor(encoding);
    expect([headers.slice(-2), unchangedHeaders.slice(-2)]).toEqual([
      ['age', '7'],
      ['age', '7'],
    ]);
  }
  expect(answer.formFor('br').headers).not.toContain('age');
});

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZip', 'gzip'],
  ['br;q=0', 'identity'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000 ,gzip; q=0.1', 'gzip'],
  ['br;q=0.2, gzip;q=0.8', 'gzip'],
  ['br;q=0.5, gzip;q=0.5', 'br'],
  ['gzip, identity;q=0.5', 'gzip'],
  ['gzip;q=0.5, identity', 'identity'],
  ['*', 'br'],
  ['*;q=0.5, br;q=0', 'gzip'],
  ['*;q=0', 'identity'],
  ['identity;q=0, zstd', 'identity'],
  ['br;q=x', 'identity'],
  ['zstd, deflate', 'identity'],
  ['brotli, gzipped', 'identity'],
] as const)('Accept-Encoding: %s is answered with %s', (header, encoding) => {
  expect([chooseEncoding(header), chooseEncoding(header)]).toEqual([encoding, encoding]);
});

test('headers that nobody else sends do not displace remembered ones', () => {
  for (let n = 0; n < 1000; n += 1) expect(chooseEncoding(`gzip, made-up-${n}`)).toBe('gzip');
  expect(chooseEncoding('gzip, deflate, br, zstd')).toBe('br');
});
