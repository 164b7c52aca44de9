import { expect, test } from 'vitest';
import { serializeError } from './serialize-error.ts';

test('an error has its type, message, code and a bounded stack', () => {
  const error = Object.assign(new TypeError('no such thing'), { code: 'ENOENT' });
  expect(serializeError(error)).toMatchObject({ type: 'TypeError', message: 'no such thing', code: 'ENOENT' });
  expect(serializeError(error).stack).toMatch(/^at .*serialize-error\.test\.ts/);
});

test('the size is bounded, whatever an error holds', () => {
  let error = new Error('x'.repeat(100_000));
  for (let n = 0; n < 20; n += 1) error = new AggregateError(Array(50).fill(error), 'y'.repeat(5000), { cause: error });
  expect(JSON.stringify(serializeError(error)).length).toBeLessThan(8000);
  const plain = new Error('x'.repeat(5000), { cause: new Error('y'.repeat(5000)) });
  expect(JSON.stringify(serializeError(plain)).length).toBeLessThan(2000);
});

test('values of rows in an error of PostgreSQL are left out', () => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (phone)=(98450) exists' });
  expect(JSON.stringify(serializeError(error))).not.toContain('98450');
});

test('what is thrown may be no error', () => {
  expect(serializeError('text')).toEqual({ type: 'string', message: 'text' });
  expect(serializeError(null)).toEqual({ type: 'object', message: 'null' });
  expect(serializeError({ message: 'down', code: 'PGRST000' })).toEqual({
    type: 'Object',
    message: 'down',
    code: 'PGRST000',
  });
});
