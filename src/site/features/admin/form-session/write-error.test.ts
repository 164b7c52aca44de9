import { expect, test } from 'vitest';
import { RejectedWrite } from '#site/gateway/writes.ts';
import { writeErrorKind } from './write-error.ts';

test('a write that touched no row, or that a policy rejected, is refused', () => {
  expect(writeErrorKind(new RejectedWrite())).toBe('refused');
  expect(writeErrorKind({ code: '42501', message: 'new row violates row-level security policy' })).toBe('refused');
});

test('an expired token and no user at all mean signed out', () => {
  expect(writeErrorKind({ code: 'PGRST303', message: 'JWT expired' })).toBe('signed-out');
  expect(writeErrorKind(new Error('User not authenticated'))).toBe('signed-out');
});

test('a unique violation means a taken slug', () => {
  expect(writeErrorKind({ code: '23505', message: 'duplicate key value' })).toBe('slug-taken');
});

test('a row that is referred to and missing means a deleted category', () => {
  expect(writeErrorKind({ code: '23503', message: 'violates foreign key constraint' })).toBe('category-gone');
});

test('a missing answer differs from an error of the server', () => {
  expect(writeErrorKind({ code: '', message: 'TypeError: Failed to fetch' })).toBe('unreachable');
  expect(writeErrorKind({ code: 'XX000', message: 'internal error' })).toBe('unknown');
});

test('a value that a check constraint rejects is not accepted', () => {
  expect(writeErrorKind({ code: '23514', message: 'check violation' })).toBe('not-accepted');
  expect(writeErrorKind({ code: '22P02', message: 'invalid input syntax' })).toBe('not-accepted');
});
