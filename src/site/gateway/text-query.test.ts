import { expect, test } from 'vitest';
import { readTerms, writeTextQuery } from './text-query.ts';

const query = (typed: string, weights?: 'A' | 'AB') => writeTextQuery(readTerms(typed), weights);

test('every word is wanted', () => {
  expect(query('  export   licence ')).toBe("'export' & 'licence'");
});

test('words in quotes stay together', () => {
  expect(query('"letter of undertaking" refund')).toBe("'letter of undertaking' & 'refund'");
});

test('a minus excludes a word or a phrase', () => {
  expect(query('valuation -svb')).toBe("'valuation' & !'svb'");
  expect(query('valuation -"special branch"')).toBe("'valuation' & !'special branch'");
});

test('the parts of a hyphenated word are a phrase, those of a span of years are not taken apart', () => {
  expect(query('FC-GPR duty-free')).toBe("'FC GPR' & 'duty free'");
  expect(query('2025-26')).toBe("'2025-26'");
});

test('of a text without end only the beginning is read', () => {
  expect(query('a '.repeat(5000), 'AB')).toHaveLength(100 * "'a':AB".length + 99 * ' & '.length);
});

test('weights bind what is wanted, never what is excluded', () => {
  expect(query('epcg -bond', 'AB')).toBe("'epcg':AB & !'bond'");
});

test('signs of the query language are no signs here', () => {
  expect(query(`a' | b & !c:* <-> (d) \\`)).toBe("'a' & 'b' & 'c' & 'd'");
  expect(query('"" - -- !!! \u0000')).toBe('');
});

test('words of other scripts are words', () => {
  expect(query('आयात निर्यात')).toBe("'आयात' & 'निर्यात'");
});
