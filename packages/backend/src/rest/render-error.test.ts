import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { BackendEnv } from '../http/env.ts';
import { RequestError } from '../http/errors.ts';
import { RestError } from './errors.ts';
import { renderError } from './render-error.ts';

async function render(error: unknown) {
  const reported: unknown[] = [];
  const app = new Hono<BackendEnv>();
  app.get('/', () => {
    throw error;
  });
  app.onError((cause, c) => renderError(c, cause, (what) => reported.push(what)));
  const response = await app.request('/');
  return { status: response.status, headers: response.headers, text: await response.text(), reported };
}

test('an error has four fields in PostgREST’s order, unknown ones null', async () => {
  const { status, headers, text, reported } = await render(
    new RestError('TableNotFound', { schema: 'public', name: 'nothing' }),
  );
  expect(status).toBe(404);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(text).toBe(
    `{"code":"PGRST205","details":null,"hint":null,"message":"Could not find the table 'public.nothing' in the schema cache"}`,
  );
  expect(reported).toEqual([]);
});

test.each([
  [new RequestError('missing_api_key'), 401, 'PGRST302', 'Bearer'],
  [new RequestError('invalid_api_key'), 401, 'PGRST301', 'Bearer'],
  [
    new RequestError('bad_jwt', 'a "quoted" token'),
    401,
    'PGRST301',
    `Bearer error="invalid_token", error_description="a 'quoted' token"`,
  ],
  [new RequestError('jwt_claims'), 401, 'PGRST303', 'Bearer error="invalid_token", error_description="JWT expired"'],
  [new RequestError('body_too_large'), 413, 'PGRST102', null],
  [new RequestError('too_many_requests'), 429, 'over_request_rate_limit', null],
])('%s has the status and the code of the wire', async (error, status, code, challenge) => {
  const { status: sent, headers, text } = await render(error);
  expect(sent).toBe(status);
  expect(JSON.parse(text)).toEqual({ code, details: null, hint: null, message: error.message });
  expect(headers.get('www-authenticate')).toBe(challenge);
});

test('invalid JSON is named in the details', async () => {
  const { status, text } = await render(new RequestError('bad_json', 'it is empty'));
  expect(status).toBe(400);
  expect(JSON.parse(text)).toMatchObject({
    code: 'PGRST102',
    message: 'Empty or invalid json',
    details: 'it is empty',
  });
});

test('an unexpected error is reported, and its message is not sent', async () => {
  const error = new TypeError('a secret');
  const { status, text, reported } = await render(error);
  expect(status).toBe(500);
  expect(JSON.parse(text)).toEqual({ code: 'PGRSTX00', details: null, hint: null, message: 'Unexpected failure' });
  expect(reported).toEqual([error]);
});
