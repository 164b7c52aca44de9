import { beforeAll, expect, test } from 'vitest';
import type { Storage } from './open-storage.ts';

export function testDownloads(storage: () => Storage): void {
  const TEXT = '0123456789';
  beforeAll(async () => {
    const open = storage().app.service.storage.from('open');
    await open.upload('d/ten.txt', TEXT, { contentType: 'text/plain', cacheControl: '120' });
    await open.upload('d/page.html', '<script>1</script>', { contentType: 'text/html' });
    await open.upload('d/empty.txt', new Uint8Array(), { contentType: 'text/plain' });
  });
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${storage().app.url}/storage/v1/object/public/open/${path}`, { method, headers });

  test('the public URL of the client answers with the headers that caches need', async () => {
    const { data } = storage().app.anon.storage.from('open').getPublicUrl('d/ten.txt');
    const answer = await fetch(data.publicUrl);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(TEXT);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'max-age=120',
      'content-type': 'text/plain',
      'content-length': '10',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      'last-modified': expect.stringMatching(/GMT$/),
    });
  });

  test('a public bucket needs no token, and a private bucket requires one', async () => {
    const plain = (bucket: string) => fetch(`${storage().app.url}/storage/v1/object/${bucket}`);
    expect((await plain('open/d/ten.txt')).status).toBe(200);
    expect(await (await plain('papers/d/ten.txt')).json()).toMatchObject({ statusCode: '400', error: 'Error' });
    const { data } = storage().app.anon.storage.from('papers').getPublicUrl('once.txt');
    expect(await (await fetch(data.publicUrl)).json()).toMatchObject({ statusCode: '404', code: 'NoSuchBucket' });
  });

  test('HEAD, conditional requests and ranges follow RFC 9110', async () => {
    const head = await get('d/ten.txt', {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
    const eTag = head.headers.get('etag') ?? '';
    expect((await get('d/ten.txt', { 'If-None-Match': eTag })).status).toBe(304);
    expect((await get('d/ten.txt', { 'If-None-Match': `"x", W/${eTag}` })).status).toBe(304);
    expect((await get('d/ten.txt', { 'If-None-Match': '"x"' })).status).toBe(200);
    const modified = head.headers.get('last-modified') ?? '';
    expect((await get('d/ten.txt', { 'If-Modified-Since': modified })).status).toBe(304);
    const cases = { 'bytes=2-4': '234', 'bytes=7-': '789', 'bytes=-2': '89', 'bytes=8-99': '89' };
    for (const [range, expected] of Object.entries(cases)) {
      const answer = await get('d/ten.txt', { Range: range });
      expect([range, answer.status, await answer.text()]).toEqual([range, 206, expected]);
    }
    expect((await get('d/ten.txt', { Range: 'bytes=2-4' })).headers.get('content-range')).toBe('bytes 2-4/10');
    const beyond = await get('d/ten.txt', { Range: 'bytes=10-' });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10']);
    expect((await get('d/ten.txt', { Range: 'bytes=0-1', 'If-Range': '"other"' })).status).toBe(200);
    expect((await get('d/ten.txt', { Range: 'bytes=5-2' })).status).toBe(200);
    expect(await (await get('d/empty.txt')).text()).toBe('');
  });

  test('?download makes an attachment, with the given name or its own', async () => {
    const named = await get(`d/ten.txt?download=${encodeURIComponent('Bericht "é".txt')}`);
    expect(named.headers.get('content-disposition')).toBe(
      `attachment; filename="Bericht ___.txt"; filename*=UTF-8''Bericht%20%22%C3%A9%22.txt`,
    );
    const own = await get('d/ten.txt?download=');
    expect(own.headers.get('content-disposition')).toBe(`attachment; filename="ten.txt"; filename*=UTF-8''ten.txt`);
    expect((await get('d/ten.txt')).headers.get('content-disposition')).toBeNull();
  });

  test('active content is sent as an attachment of plain text', async () => {
    const page = await get('d/page.html');
    expect(page.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(page.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('a download can be read as a stream', async () => {
    const { data, error } = await storage().app.service.storage.from('open').download('d/ten.txt').asStream();
    expect(error).toBeNull();
    expect(await new Response(data).text()).toBe(TEXT);
  });

  test('an aborted download does not affect the next one', async () => {
    await storage().app.service.storage.from('open').upload('d/large.bin', new Uint8Array(900_000));
    for (let n = 0; n < 5; n += 1) {
      const stop = new AbortController();
      const answer = await fetch(`${storage().app.url}/storage/v1/object/public/open/d/large.bin`, {
        signal: stop.signal,
      });
      expect(answer.status).toBe(200);
      stop.abort();
    }
    expect((await (await get('d/large.bin')).arrayBuffer()).byteLength).toBe(900_000);
  });
}
