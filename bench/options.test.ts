import { expect, test } from 'vitest';
import { parseOptions } from './options.ts';

const NAMES = ['cached-home', 'data-api', 'memory'];

test('without options everything is measured against the first commit', () => {
  expect(parseOptions([], NAMES)).toEqual({
    only: null,
    isQuick: false,
    against: 'defb527',
    writesDocs: false,
    isProfiled: false,
  });
});

test('several measurements can be named, with commas', () => {
  expect(parseOptions(['--only', 'cached-home, data-api', '--quick'], NAMES)).toMatchObject({
    only: ['cached-home', 'data-api'],
    isQuick: true,
  });
});

test('an unknown measurement is an error that names those there are', () => {
  expect(() => parseOptions(['--only', 'speed'], NAMES)).toThrow('"speed". There are: cached-home, data-api, memory');
});

test('the comparison can name another commit or be left out', () => {
  expect(parseOptions(['--against', 'abc123'], NAMES)?.against).toBe('abc123');
  expect(parseOptions(['--against', 'none'], NAMES)?.against).toBeNull();
});

test('--help asks for the usage', () => {
  expect(parseOptions(['--help'], NAMES)).toBeNull();
});
