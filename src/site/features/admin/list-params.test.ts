import { expect, test } from 'vitest';
import { textListParams, withParams } from './list-params.ts';

const list = textListParams('users', ['q']);
const read = (query: string) => list.read(new URLSearchParams(query));

test('the parameters of a list are written without defaults, and read back unchanged', () => {
  const params = { q: 'a&b@firm.example', page: 3 };
  const query = withParams(new URLSearchParams(), list, params);
  expect(query.toString()).toBe('users-q=a%26b%40firm.example&users-page=3');
  expect(list.read(query)).toEqual(params);
  expect(withParams(new URLSearchParams(), list, { q: '', page: 1 }).toString()).toBe('');
});

test('the parameters of other lists stay in the URL', () => {
  const query = withParams(new URLSearchParams('q=port&users-q=x&users-page=2'), list, { q: 'y', page: 1 });
  expect(query.toString()).toBe('q=port&users-q=y');
});

test('an invalid page is the first, and a long text is cut', () => {
  for (const page of ['0', '-1', '1.5', 'two', '9999999']) expect(read(`users-page=${page}`).page).toBe(1);
  expect(read(`users-q=${'a'.repeat(500)}`).q).toHaveLength(100);
});
