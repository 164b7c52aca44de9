import { expect, test } from 'vitest';
import { anyContains } from './like-pattern.ts';

test('the text is searched for in each column', () => {
  expect(anyContains(['title', 'actor_email'], 'tax')).toBe('title.ilike."%tax%",actor_email.ilike."%tax%"');
});

test('the special characters of the query language and of patterns are escaped', () => {
  expect(anyContains(['title'], 'a,b)"c')).toBe('title.ilike."%a,b)\\"c%"');
  expect(anyContains(['title'], '100%_x')).toBe('title.ilike."%100\\\\%\\\\_x%"');
  expect(anyContains(['title'], 'a\\b')).toBe('title.ilike."%a\\\\\\\\b%"');
});
