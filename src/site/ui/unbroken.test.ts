import { expect, test } from 'vitest';
import { keepTerms, splitAtTerms } from './unbroken.tsx';

const kept = (text: string) =>
  splitAtTerms(text)
    .filter(({ isKept }) => isKept)
    .map((part) => part.text);

test.each([
  ['Ashok Marg, C-Scheme', ['C-Scheme']],
  ['report in Form FC-GPR, then FC-TRS', ['Form FC-GPR', 'FC-TRS']],
  ['by e-mail, with an e-BRC, an e-invoice and ECB-2', ['e-mail', 'e-BRC', 'e-invoice', 'ECB-2']],
  ['Form 15CA under Section 195 and Rule 37BA', ['Form 15CA', 'Section 195', 'Rule 37BA']],
  ['Regulations (No. 2) in Sector 54', ['No. 2', 'Sector 54']],
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

test('terms of the text are in elements that do not break', () => {
  expect(keepTerms('<p title="e-mail">By <b>e-mail</b> in 24 hours</p>')).toBe(
    '<p title="e-mail">By <b><no-break>e-mail</no-break></b> in <no-break>24 hours</no-break></p>',
  );
});

test.each([
  '<head><title>e-mail</title></head>',
  '<textarea>by e-mail</textarea>',
  '<script>const a = "FC-GPR"</script>',
  '<no-break>FC-GPR</no-break>',
  '<div id="island-a"><p>e-mail</p></div><script type="application/json">{"a":"e-mail"}</script>',
  '<a href="/fc-gpr">a</a>',
])('%s is left as it is', (html) => {
  expect(keepTerms(html)).toBe(html);
});

test('character references are left whole', () => {
  expect(keepTerms('<p>&#x27;24 hours&#x27; &amp; e-mail</p>')).toBe(
    '<p>&#x27;<no-break>24 hours</no-break>&#x27; &amp; <no-break>e-mail</no-break></p>',
  );
});
