import { expect, test } from 'vitest';
import { splitAtTerms } from './unbroken-terms.ts';

const kept = (text: string) =>
  splitAtTerms(text)
    .filter(({ isKept }) => isKept)
    .map((part) => part.text);

test.each([
  ['Ashok Marg, C-Scheme', ['C-Scheme']],
  ['report in Form FC-GPR, then FC-TRS', ['Form FC-GPR', 'FC-TRS']],
  ['by e-mail, with an e-BRC, an e-invoice and ECB-2', ['e-mail', 'e-BRC', 'e-invoice', 'ECB-2']],
  ['Form 15CA under Section 195 and Rule 37BA', ['Form 15CA', 'Section 195', 'Rule 37BA']],
  ['Rs 5 crore, USD 10,000 or ₹50 lakh', ['Rs 5 crore', 'USD 10,000', '₹50 lakh']],
  ['within 24 hours, for 3–5 years', ['24 hours', '3–5 years']],
  ['call +91 22 5550 0100.', ['+91 22 5550 0100']],
  ['a cross-border matter, but less-than-arm-length', ['cross-border']],
  ['Importer–Exporter Code of 2013', []],
])('%s keeps %j', (text, terms) => {
  expect(kept(text)).toEqual(terms);
});

test('the parts together are the text', () => {
  const text = 'Form FC-GPR within 30 days of Rs 5 crore, by e-mail to +91 22 5550 0100';
  expect(
    splitAtTerms(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

test('long hostile text is split in linear time', () => {
  for (const text of [
    `1 ${'a'.repeat(200_000)}`,
    '1.'.repeat(100_000),
    `₹${'1,'.repeat(100_000)}`,
    '+1 22 '.repeat(50_000),
  ]) {
    const begin = performance.now();
    splitAtTerms(text);
    expect(performance.now() - begin, text.slice(0, 10)).toBeLessThan(1000);
  }
});
