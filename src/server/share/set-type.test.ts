import fc from 'fast-check';
import { expect, test } from 'vitest';
import { balanceLines } from './set-type.ts';

const measure = (text: string) => text.length;

test('a short text stays on one line', () => {
  expect(balanceLines('Customs and GST', 20, measure)).toEqual(['Customs and GST']);
});

test('lines are balanced', () => {
  expect(balanceLines('one two three four five', 18, measure)).toEqual(['one two three', 'four five']);
  expect(balanceLines('aaaa bbbb cccc d', 14, measure)).toEqual(['aaaa bbbb', 'cccc d']);
});

test('lines break after dashes, and never inside compounds', () => {
  expect(balanceLines('a six-year promise', 9, measure)).toEqual(['a', 'six-year', 'promise']);
  expect(balanceLines('import/export', 9, measure)).toEqual(['import/', 'export']);
});

test('a word that is too wide has its own line', () => {
  expect(balanceLines('to Vasudhaivakutumbakam', 8, measure)).toEqual(['to', 'Vasudhaivakutumbakam']);
});

test('no letter is lost, and no breakable line is too wide', () => {
  const word = fc.stringMatching(/^[a-z]{1,9}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 30 }), fc.integer({ min: 9, max: 40 }), (words, width) => {
      const lines = balanceLines(words.join(' '), width, measure);
      expect(lines.join(' ')).toBe(words.join(' '));
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
    }),
  );
});
