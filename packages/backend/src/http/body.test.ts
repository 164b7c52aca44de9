import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { parseJson, readJson } from './body.ts';
import { RequestError } from './errors.ts';

const app = new Hono();
app.post('/', async (c) => c.json((await readJson(c, 100)) as object));
app.onError((error, c) => (error instanceof RequestError ? c.text(error.kind, error.status) : c.text('crash', 500)));

async function send(body: BodyInit | undefined, headers: Record<string, string> = {}) {
  const response = await app.request('/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
  return `${response.status} ${await response.text()}`;
}

test('JSON is read', async () => {
  expect(await send('{"a":"ü"}')).toBe('200 {"a":"ü"}');
});

test('a body that is too large is rejected, with and without Content-Length', async () => {
  expect(await send('x'.repeat(101))).toBe('413 body_too_large');
  const endless = new ReadableStream({ pull: (out) => out.enqueue(new TextEncoder().encode('xxxxxxxxxx')) });
  expect(await send(endless)).toBe('413 body_too_large');
  expect(await send('{}', { 'content-length': '5000000' })).toBe('413 body_too_large');
});

test.each([[' '], ['{'], ['{"a":1}x'], ['undefined']])('invalid JSON is bad_json: %j', async (text) => {
  expect(await send(text)).toBe('400 bad_json');
});

test('invalid and incomplete UTF-8 is bad_json', async () => {
  expect(await send(new Uint8Array([0x22, 0xff, 0x22]))).toBe('400 bad_json');
  expect(await send(new Uint8Array([0x22, 0xc3]))).toBe('400 bad_json');
});

test('deep nesting is rejected before parsing, and brackets in strings do not count', () => {
  expect(() => parseJson('['.repeat(1_000_000))).toThrow('nested more than 64 deep');
  expect(() => parseJson(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`)).toThrow('nested more than 64 deep');
  expect(parseJson(`"${'['.repeat(100)}\\"${'{'.repeat(100)}"`)).toHaveLength(201);
  expect(parseJson('[[[]],[[]]]')).toEqual([[[]], [[]]]);
});
