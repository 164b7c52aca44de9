import { expect, test } from 'vitest';
import { parsePayload } from './request.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

test('one object becomes an array of one with its text unchanged', () => {
  const payload = parsePayload(JSON_TYPE, '{"a": 12345678901234567890}', null);
  expect(payload).toEqual({ json: '[{"a": 12345678901234567890}]', keys: ['a'], rows: 1 });
});

test('several objects must have the same keys without columns', () => {
  expect(parsePayload(JSON_TYPE, '[{"a":1,"b":2},{"b":3,"a":4}]', null).keys).toEqual(['a', 'b']);
  expect(() => parsePayload(JSON_TYPE, '[{"a":1},{"b":2}]', null)).toThrow('All object keys must match');
  expect(parsePayload(JSON_TYPE, '[{"a":1},{"b":2}]', ['a', 'b'])).toMatchObject({ keys: ['a', 'b'], rows: 2 });
});

test('names of the prototype are normal keys', () => {
  expect(parsePayload(JSON_TYPE, '{"__proto__":1,"constructor":2}', null).keys).toEqual(['__proto__', 'constructor']);
  expect(() => parsePayload(JSON_TYPE, '[{"a":1},{"__proto__":1}]', null)).toThrow('All object keys must match');
});

test.each(['', '{', 'null', '5', '"text"', '[1]', '[[]]', '[null]', '[{},5]', '['.repeat(100_000)])(
  'the body %j is refused',
  (body) => {
    expect(() => parsePayload(JSON_TYPE, body, null)).toThrow(/json/i);
  },
);

test('other content types than JSON are rejected', () => {
  expect(() => parsePayload('text/csv', 'a,b', null)).toThrow('Content-Type not acceptable: text/csv');
});
