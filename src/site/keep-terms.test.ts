import { expect, test } from 'vitest';
import { keepTerms } from './keep-terms.ts';

test('terms of the text are in spans that do not break', () => {
  expect(keepTerms('<p title="e-mail">By <b>e-mail</b> in 24 hours</p>')).toBe(
    '<p title="e-mail">By <b><span class="nowrap">e-mail</span></b> in <span class="nowrap">24 hours</span></p>',
  );
});

test.each([
  '<head><title>e-mail</title></head>',
  '<textarea>by e-mail</textarea>',
  '<script>const a = "FC-GPR"</script>',
  '<span class="nowrap">FC-GPR</span>',
  '<div data-island="a"><p>e-mail</p></div><script type="application/json">{"a":"e-mail"}</script>',
  '<a href="/fc-gpr">a</a>',
])('%s is left as it is', (html) => {
  expect(keepTerms(html)).toBe(html);
});

test('character references are left whole', () => {
  expect(keepTerms('<p>&#x27;24 hours&#x27; &amp; e-mail</p>')).toBe(
    '<p>&#x27;<span class="nowrap">24 hours</span>&#x27; &amp; <span class="nowrap">e-mail</span></p>',
  );
});
