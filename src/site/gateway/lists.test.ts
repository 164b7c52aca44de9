import { PostgrestError } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { anyContains, toListPage } from './lists.ts';

const errorOf = (code: string, details = '') => new PostgrestError({ message: 'm', hint: '', code, details });
const beyond = errorOf('PGRST103', 'An offset of 900 was requested, but there are only 60 rows.');

test('a page has its rows and the total', () => {
  expect(toListPage({ data: ['a'], count: 7, error: null })).toEqual({ rows: ['a'], total: 7 });
});

test('a page beyond the end has no rows, and still the total', () => {
  expect(toListPage({ data: null, count: null, error: beyond })).toEqual({ rows: [], total: 60 });
  expect(toListPage({ data: null, count: null, error: errorOf('PGRST103') })).toEqual({ rows: [], total: 0 });
});

test('any other error is thrown', () => {
  expect(() => toListPage({ data: null, count: null, error: errorOf('XX000') })).toThrow(
    expect.objectContaining({ code: 'XX000' }),
  );
});

test('the text is searched for in each column', () => {
  expect(anyContains(['title', 'actor_email'], 'tax')).toBe('title.ilike."%tax%",actor_email.ilike."%tax%"');
});

test('the special characters of the query language and of patterns are escaped', () => {
  expect(anyContains(['title'], 'a,b)"c')).toBe('title.ilike."%a,b)\\"c%"');
  expect(anyContains(['title'], '100%_x')).toBe('title.ilike."%100\\\\%\\\\_x%"');
  expect(anyContains(['title'], 'a\\b')).toBe('title.ilike."%a\\\\\\\\b%"');
});
