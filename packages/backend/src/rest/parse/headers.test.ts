import { expect, test } from 'vitest';
import { parseAccept, parsePreferences } from './headers.ts';

test('preferences are read in any order, and the first of a kind counts', () => {
  expect(parsePreferences('return=representation, count=exact,return=minimal')).toMatchObject({
    return: 'representation',
    count: 'exact',
    resolution: null,
    applied: ['return=representation', 'count=exact'],
  });
  expect(parsePreferences(undefined)).toMatchObject({ return: null, applied: [] });
});

test('unknown preferences matter only under strict handling', () => {
  expect(parsePreferences('anything=goes').applied).toEqual([]);
  expect(() => parsePreferences('handling=strict, anything=goes')).toThrow('Invalid preferences');
  expect(parsePreferences('handling=strict, tx=rollback').applied).toEqual(['handling=strict']);
});

test('max-affected applies only under strict handling', () => {
  expect(parsePreferences('handling=strict,max-affected=3')).toMatchObject({ maxAffected: 3 });
  expect(parsePreferences('max-affected=3')).toMatchObject({ maxAffected: null });
});

test.each([
  [undefined, { format: 'json', single: false, stripNulls: false }],
  ['*/*', { format: 'json', single: false, stripNulls: false }],
  ['text/html,application/xml;q=0.9,*/*;q=0.8', { format: 'json', single: false, stripNulls: false }],
  ['application/vnd.pgrst.object+json', { format: 'json', single: true, stripNulls: false }],
  ['application/vnd.pgrst.object+json;nulls=stripped', { format: 'json', single: true, stripNulls: true }],
  ['application/vnd.pgrst.array+json;nulls=stripped', { format: 'json', single: false, stripNulls: true }],
  ['text/csv', { format: 'csv', single: false, stripNulls: false }],
  ['application/json;q=0.1, text/csv', { format: 'csv', single: false, stripNulls: false }],
])('Accept %s', (header, expected) => {
  expect(parseAccept(header)).toEqual({ ...expected, explain: null });
});

test('a plan is acceptable only where it is allowed', () => {
  const header = 'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose|drop table;';
  expect(parseAccept(header, true)).toMatchObject({
    format: 'csv',
    explain: { format: 'json', options: ['analyze', 'verbose'] },
  });
  expect(parseAccept('application/vnd.pgrst.plan', true)).toMatchObject({ explain: { format: 'text', options: [] } });
  expect(() => parseAccept(header)).toThrow('None of these media types');
  expect(() => parseAccept('application/vnd.pgrst.plan; for="image/png"', true)).toThrow('None of these media types');
});

test('a rollback is a preference only where it is allowed', () => {
  expect(parsePreferences('tx=rollback')).toMatchObject({ isRolledBack: false, applied: [] });
  expect(parsePreferences('tx=rollback', true)).toMatchObject({ isRolledBack: true, applied: ['tx=rollback'] });
  expect(parsePreferences('tx=commit', true)).toMatchObject({ isRolledBack: false, applied: ['tx=commit'] });
});

test('an unsupported media type is not acceptable', () => {
  expect(() => parseAccept('application/geo+json')).toThrow('None of these media types are available');
});
