import { expect, test } from 'vitest';
import { DatabaseUnavailable, isConnectionLost, isReported, isUnavailable } from './unavailable.ts';

const fromServer = (code: string) => Object.assign(new Error('said by the server'), { severity: 'FATAL', code });
const fromSocket = (code: string) => Object.assign(new Error('said by the socket'), { code });

test.each([
  fromServer('57P01'),
  fromServer('57P02'),
  fromServer('25P03'),
  fromServer('25P04'),
  fromServer('08006'),
  fromSocket('ECONNRESET'),
  fromSocket('EPIPE'),
  fromSocket('ETIMEDOUT'),
  new Error('Connection terminated unexpectedly'),
  new Error('Client has encountered a connection error and is not queryable'),
  new Error('Client was closed and is not queryable'),
  new Error('Query read timeout'),
])('%o is a lost connection', (error) => {
  expect(isConnectionLost(error)).toBe(true);
});

test.each([
  fromServer('23505'),
  fromServer('57014'),
  fromServer('53200'),
  fromSocket('ERR_INVALID_ARG_TYPE'),
  new TypeError('Converting circular structure to JSON'),
  'a text',
])('%o is not a lost connection', (error) => {
  expect(isConnectionLost(error)).toBe(false);
});

test.each(['53100', '53200', '53300', '55P03', '57014'])('SQLSTATE %s is temporary', (code) => {
  expect(isUnavailable(fromServer(code))).toBe(true);
});

test.each(['53400', '23505', '42501', 'XX000'])('SQLSTATE %s is not temporary', (code) => {
  expect(isUnavailable(fromServer(code))).toBe(false);
});

test('an error that the database layer has reported is not reported again', () => {
  const error = new DatabaseUnavailable('busy', 'All connections are in use');
  expect(isUnavailable(error)).toBe(true);
  expect(isReported(error)).toBe(true);
  expect(isReported(new Error('wrapped', { cause: error }))).toBe(true);
  expect(isReported(fromServer('57014'))).toBe(false);
});
