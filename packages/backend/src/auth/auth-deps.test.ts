import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { AuthError } from './errors.ts';
import { readAuthBody } from './auth-deps.ts';

const app = new Hono();
app.post('/', async (c) =>
  c.json(await readAuthBody(c, z.object({ email: z.string().nullish(), data: z.unknown().optional() }))),
);
app.onError((error, c) => c.text(error.message, error instanceof AuthError ? 400 : 500));

async function send(body: string): Promise<string> {
  const response = await app.request('/', { method: 'POST', body });
  return `${response.status} ${await response.text()}`;
}

test('known fields are read, others are ignored', async () => {
  expect(await send('{"email":"a","gotrue_meta_security":{}}')).toBe('200 {"email":"a"}');
  expect(await send('{"email":null}')).toBe('200 {"email":null}');
});

test('a field with a wrong type is named', async () => {
  expect(await send('{"email":7}')).toBe('400 email: Invalid input: expected string, received number');
  expect(await send('[]')).toBe('400 Request body: Invalid input: expected object, received array');
});

test('text that PostgreSQL cannot store is rejected at any depth', async () => {
  const rejected = '400 Text must be valid Unicode without NUL characters';
  expect(await send('{"email":"a\\u0000"}')).toBe(rejected);
  expect(await send('{"data":[{"\\u0000":1}]}')).toBe(rejected);
  expect(await send('{"data":"\\ud800"}')).toBe(rejected);
});

test('similar text passes', async () => {
  expect(await send('{"data":"\\\\u0000 \\ud83d\\ude00"}')).toMatch(/^200 /);
});
