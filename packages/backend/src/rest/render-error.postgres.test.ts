import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import { fromDatabase } from './render-error.ts';

function status(code: string, role: 'anon' | 'authenticated' = 'authenticated'): number {
  const error = Object.assign(new Error('refused'), { severity: 'ERROR', code });
  return fromDatabase(error, role).status;
}

test.each([
  ['23505', 409],
  ['23503', 409],
  ['23502', 400],
  ['23514', 400],
  ['22P02', 400],
  ['42703', 400],
  ['42P10', 400],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['25006', 405],
  ['25P02', 500],
  ['40001', 500],
  ['53300', 503],
  ['53400', 500],
  ['54000', 400],
  ['54001', 500],
  ['57014', 500],
  ['08006', 503],
  ['XX000', 500],
  ['P0001', 400],
  ['PT418', 418],
])('SQLSTATE %s is %i', (code, expected) => {
  expect(status(code)).toBe(expected);
});

test('a missing privilege is 401 for anonymous callers and 403 for others', () => {
  expect(status('42501')).toBe(403);
  expect(status('42501', 'anon')).toBe(401);
});

test("an error of sqlstate 'PGRST' needs JSON as message and detail", () => {
  const raise = (message: string, detail?: string) =>
    fromDatabase(Object.assign(new Error(message), { severity: 'ERROR', code: 'PGRST', detail }), 'anon');
  const [message, detail] = ['{"code":"OVER","message":"No more"}', '{"status":402,"headers":{}}'];
  expect(raise(message, detail)).toMatchObject({ status: 402, code: 'OVER', message: 'No more', details: null });
  for (const wrong of [raise(message), raise('No more', detail), raise(message, '402')]) {
    expect(wrong).toMatchObject({ status: 500, code: 'PGRST121' });
  }
});

test("the limit of bytes has its own message, another limit has PostgreSQL's", () => {
  const fail = (message: string) =>
    fromDatabase(Object.assign(new Error(message), { severity: 'ERROR', code: '54000' }), 'anon');
  expect(fail('requested length too large').message).toBe('The answer would be larger than 4194304 bytes');
  expect(fail('string is too long for tsvector').message).toBe('string is too long for tsvector');
});

test.each([
  ['unreachable', 503, 'PGRST000'],
  ['lost', 503, 'PGRST001'],
  ['commit-lost', 503, 'PGRST001'],
] as const)('a database that is %s is %i %s with Retry-After', (reason, expected, code) => {
  expect(fromDatabase(new DatabaseUnavailable(reason, 'why'), 'anon')).toMatchObject({
    status: expected,
    code,
    headers: { 'Retry-After': '2' },
  });
});

test('any other error is 500 without its message', () => {
  expect(fromDatabase(new TypeError('oops'), 'anon')).toMatchObject({
    status: 500,
    message: 'Unexpected failure',
  });
});
