import { expect, test } from 'vitest';
import { measureBody } from './measure-body.ts';

test('tags are not words, and an empty body has none', () => {
  expect(measureBody('')).toEqual({ words: 0, minutes: 1 });
  expect(measureBody('<h2>Two words</h2>\n<p>and&nbsp;three more</p>')).toEqual({ words: 5, minutes: 1 });
});

test('minutes are whole, and rounded', () => {
  expect(measureBody('word '.repeat(329)).minutes).toBe(1);
  expect(measureBody('word '.repeat(330)).minutes).toBe(2);
});
