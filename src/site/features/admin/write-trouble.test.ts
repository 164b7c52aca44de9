import { expect, test } from 'vitest';
import { RefusedWrite } from '../../gateway/refused-write.ts';
import { troubleOf } from './write-trouble.ts';

test('a write that touched no row was refused, as was one that a policy rejected', () => {
  expect(troubleOf(new RefusedWrite())).toBe('refused');
  expect(troubleOf({ code: '42501', message: 'new row violates row-level security policy' })).toBe('refused');
});

test('an expired token and no user at all mean signed out', () => {
  expect(troubleOf({ code: 'PGRST303', message: 'JWT expired' })).toBe('signed-out');
  expect(troubleOf(new Error('User not authenticated'))).toBe('signed-out');
});

test('a unique violation is a slug that somebody else took', () => {
  expect(troubleOf({ code: '23505', message: 'duplicate key value' })).toBe('slug-taken');
});

test('no answer is told from an error of the server', () => {
  expect(troubleOf({ code: '', message: 'TypeError: Failed to fetch' })).toBe('unreachable');
  expect(troubleOf({ code: 'XX000', message: 'internal error' })).toBe('unknown');
});

test('a value that the database checks refuse was not accepted', () => {
  expect(troubleOf({ code: '23514', message: 'check violation' })).toBe('not-accepted');
  expect(troubleOf({ code: '22P02', message: 'invalid input syntax' })).toBe('not-accepted');
});
