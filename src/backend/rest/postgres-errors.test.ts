import { expect, test } from 'vitest';
import { fromDatabase } from './postgres-errors.ts';

function status(code: string, role: 'anon' | 'authenticated' = 'authenticated'): number {
  const error = Object.assign(new Error('refused'), { severity: 'ERROR', code });
  return fromDatabase(error, role).failure.status;
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

test('a refused privilege asks the anonymous to sign in', () => {
  expect(status('42501')).toBe(403);
  expect(status('42501', 'anon')).toBe(401);
});

test('an answer that exceeded the limit of bytes says so, another limit of PostgreSQL what PostgreSQL says', () => {
  const fail = (message: string) =>
    fromDatabase(Object.assign(new Error(message), { severity: 'ERROR', code: '54000' }), 'anon');
  expect(fail('requested length too large').message).toBe('The answer would be larger than 16777216 bytes');
  expect(fail('string is too long for tsvector').message).toBe('string is too long for tsvector');
});

test('a database that cannot be reached is unavailable, a full pool a timeout, anything else our own fault', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  expect(fromDatabase(refused, 'anon').failure).toMatchObject({ status: 503, code: 'PGRST000' });
  const full = new Error('timeout exceeded when trying to connect');
  expect(fromDatabase(full, 'anon').failure).toMatchObject({ status: 504, code: 'PGRST003' });
  expect(fromDatabase(new TypeError('oops'), 'anon').failure).toMatchObject({
    status: 500,
    message: 'Unexpected failure',
  });
});
