import { expect, test } from 'vitest';
import { keepTerms } from './keep-terms.ts';

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
  '<div data-island="a"><p>e-mail</p></div><script type="application/json">{"a":"e-mail"}</script>',
  '<a href="/fc-gpr">a</a>',
])('%s is left as it is', (html) => {
  expect(keepTerms(html)).toBe(html);
});

test('character references are left whole', () => {
  expect(keepTerms('<p>&#x27;24 hours&#x27; &amp; e-mail</p>')).toBe(
    '<p>&#x27;<no-break>24 hours</no-break>&#x27; &amp; <no-break>e-mail</no-break></p>',
  );
});
