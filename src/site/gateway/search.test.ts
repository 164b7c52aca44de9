import { expect, test } from 'vitest';
import { readTerms, writeTextQuery } from './search.ts';

const query = (typed: string, weights?: 'A' | 'AB') => writeTextQuery(readTerms(typed), weights);

test('every word is required', () => {
  expect(query('  export   licence ')).toBe("'export' & 'licence'");
});

test('words in quotes stay together', () => {
  expect(query('"letter of undertaking" refund')).toBe("'letter of undertaking' & 'refund'");
});

test('a minus excludes a word or a phrase', () => {
  expect(query('valuation -svb')).toBe("'valuation' & !'svb'");
  expect(query('valuation -"special branch"')).toBe("'valuation' & !'special branch'");
});

test('the parts of a hyphenated word are a phrase; a span of years stays one word', () => {
  expect(query('FC-GPR duty-free')).toBe("'FC GPR' & 'duty free'");
  expect(query('2025-26')).toBe("'2025-26'");
});

test('only the beginning of a long text is read', () => {
  expect(query('a '.repeat(5000), 'AB')).toHaveLength(100 * "'a':AB".length + 99 * ' & '.length);
});

test('weights apply to required terms, not to excluded ones', () => {
  expect(query('epcg -bond', 'AB')).toBe("'epcg':AB & !'bond'");
});

test('the operators of the query language are removed', () => {
  expect(query(`a' | b & !c:* <-> (d) \\`)).toBe("'a' & 'b' & 'c' & 'd'");
  expect(query('"" - -- !!! \u0000')).toBe('');
});

test('words of other scripts are words', () => {
  expect(query('आयात निर्यात')).toBe("'आयात' & 'निर्यात'");
});
