import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import { RequestError } from '../http/errors.ts';
import { AuthError, renderError } from './errors.ts';

async function render(error: unknown, version?: string) {
  const reported: unknown[] = [];
  const app = new Hono();
  app.get('/', () => {
    throw error;
  });
  app.onError((cause, c) => renderError(c, cause, (what) => reported.push(what)));
  const response = await app.request('/', version ? { headers: { 'X-Supabase-Api-Version': version } } : {});
  return { status: response.status, headers: response.headers, body: await response.json(), reported };
}

test('a client with the API version gets the code by name, and the version', async () => {
  const { status, headers, body } = await render(new AuthError('invalid_credentials'), '2024-01-01');
  expect(status).toBe(400);
  expect(body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' });
  expect(headers.get('x-supabase-api-version')).toBe('2024-01-01');
  expect(headers.get('x-sb-error-code')).toBe('invalid_credentials');
  expect(headers.get('content-type')).toBe('application/json');
});

test.each([undefined, '2023-01-01', ''])('a client with version %j gets the older form', async (version) => {
  const { headers, body } = await render(new AuthError('invalid_credentials'), version);
  expect(body).toEqual({ code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' });
  expect(headers.get('x-supabase-api-version')).toBeNull();
  expect(headers.get('x-sb-error-code')).toBe('invalid_credentials');
});

test('a weak password has reasons in both forms', async () => {
  const reasons = { weak_password: { reasons: ['length'] } };
  const named = await render(new AuthError('weak_password', 6), '2024-01-01');
  expect(named).toMatchObject({ status: 422, body: { code: 'weak_password', ...reasons } });
  expect(named.headers.get('x-sb-error-code')).toBeNull();
  expect((await render(new AuthError('weak_password', 6))).body).toMatchObject({
    code: 422,
    error_code: 'weak_password',
    ...reasons,
  });
});

test.each([
  [new RequestError('too_many_requests', undefined, 17), 429, 'over_request_rate_limit'],
  [new RequestError('bad_json', 'nonsense'), 400, 'bad_json'],
  [new RequestError('body_too_large'), 413, 'request_entity_too_large'],
  [new RequestError('missing_api_key'), 401, 'no_authorization'],
  [
    Object.assign(new Error('duplicate'), { code: '23505', constraint: 'users_email_partial_key' }),
    422,
    'email_exists',
  ],
  [Object.assign(new Error('lock timeout'), { code: '55P03' }), 409, 'conflict'],
])('%s is mapped to its error and not reported', async (error, status, code) => {
  const answer = await render(error, '2024-01-01');
  expect(answer).toMatchObject({ status, body: { code }, reported: [] });
});

test.each([
  new DatabaseUnavailable('lost', 'A connection was lost'),
  Object.assign(new Error('too slow'), { severity: 'ERROR', code: '57014' }),
])('while the database is unavailable (%s) the response has Retry-After', async (error) => {
  const { status, headers, body } = await render(error, '2024-01-01');
  expect({ status, body }).toMatchObject({ status: 503, body: { code: 'unexpected_failure' } });
  expect(headers.get('retry-after')).toBe('2');
  expect(headers.get('content-type')).toBe('application/json');
});

test('too many requests have Retry-After', async () => {
  const { headers } = await render(new RequestError('too_many_requests', undefined, 17));
  expect(headers.get('retry-after')).toBe('17');
});

test('an unexpected error is reported, and its message is not sent', async () => {
  const secret = new Error('password of the database');
  const { status, body, reported } = await render(secret, '2024-01-01');
  expect(status).toBe(500);
  expect(body).toMatchObject({ code: 'unexpected_failure' });
  expect(JSON.stringify(body)).not.toContain('password');
  expect(reported).toEqual([secret]);
});
