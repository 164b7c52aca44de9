import { expect, test } from 'vitest';
import { beginningOf, cardExcerptOf, excerptOf, textOf } from './excerpt.ts';

test('the excerpt of a post is its own', () => {
  expect(excerptOf({ excerpt: 'Short.', content: '<p>Long</p>' })).toBe('Short.');
});

test('a post without one shows the first 150 characters of its text and an ellipsis', () => {
  const excerpt = excerptOf({ excerpt: ' ', content: `<p>${'a'.repeat(200)}</p>` });
  expect(excerpt).toBe(`${'a'.repeat(150)}...`);
});

test('an excerpt made of the text has no footnotes', () => {
  const note = (text: string) => `<small data-footnote>${text}</small>`;
  const content = `<p>Pay duty${note('Section <em>47</em>.')} first${note('')}, <small>then</small> clear.</p>`;
  expect(excerptOf({ excerpt: null, content })).toBe('Pay duty first, then clear....');
  expect(excerptOf({ excerpt: null, content: '<small data-footnote>'.repeat(50_000) })).toBe('...');
});

test('characters outside the basic plane are not cut in half', () => {
  expect(excerptOf({ excerpt: null, content: '𝒜'.repeat(151) })).toBe(`${'𝒜'.repeat(150)}...`);
});

test.each(['कि', 'क्षि', 'e\u0301', '👩‍⚖️', '𝒜'])('an excerpt has no part of %s', (letter) => {
  for (const n of [148, 149]) {
    const excerpt = excerptOf({ excerpt: null, content: `${'a'.repeat(n)}${letter}` });
    const isWhole = Array.from(letter).length + n <= 150;
    expect(excerpt).toBe(`${'a'.repeat(n)}${isWhole ? letter : ''}...`);
  }
});

test('the beginning of a text is the whole text where it fits, and empty where no letter does', () => {
  expect(beginningOf('न्', 2)).toBe('न्');
  expect(beginningOf('कि', 1)).toBe('');
});

test('text has no tags, and entities are decoded', () => {
  expect(textOf('<h2>Tax &amp; trade</h2><p>in <b>India</b>.</p>')).toBe('Tax & trade in India.');
});

test('a word or a bracket may be in several elements, and a footnote is no part of a word', () => {
  expect(
    textOf('the 10<sup>th</sup> (<em>ibid</em>), “<a href="/x">duty</a>” on CO<sub>2</sub><br>and <S>a</S>b'),
  ).toBe('the 10th (ibid), “duty” on CO2 and ab');
  expect(textOf('duty<small data-footnote>Now 5%</small><abbrev>a</abbrev><p>b</p>c')).toBe('duty Now 5% a b c');
});

test('numeric and typographic entities are decoded once, and those of no character stay', () => {
  expect(
    textOf('It&rsquo;s 2019&ndash;20&hellip; &#8377;5 &#x20B9;5 &ldquo;a&rdquo; &mdash; &copy; &apos;&#160; b'),
  ).toBe("It’s 2019–20… ₹5 ₹5 “a” — © ' b");
  const unchanged = '&#0; &#7; &#146; &#xD800; &#1114112; &#x110000; &#99999999; &constructor; &Rsquo; &rsquo AT&T; &;';
  expect(textOf(unchanged)).toBe(unchanged);
  expect(textOf('&amp;rsquo; &amp;#8377; &#38;lt; &lt;b&gt;')).toBe('&rsquo; &#8377; &lt; <b>');
});

test('scripts, styles and comments are no text', () => {
  expect(textOf('One<script type="x">if (a > b) "<b>"</script >, <STYLE>p > b {}</STYLE>two<!-- a > b\n--c -->.')).toBe(
    'One, two.',
  );
  expect(textOf('a<!-- <script> -->b<script>"<!--"</script>c <scripts>d</scripts> <!-- e <style>p {}')).toBe(
    'a b c d <!-- e',
  );
});

test('a long text of beginnings takes no long time', () => {
  const started = performance.now();
  for (const part of ['<!--', '<!-', '<script', '<script>', '<script></script', '&#', '&amp', '<style>-->', '<!----']) {
    textOf(part.repeat(100_000));
  }
  expect(performance.now() - started).toBeLessThan(5000);
});

test('a < that begins no tag is text', () => {
  expect(textOf('<p>Name <name@firm.example>, a<b and 1 < 2 > 0</p>')).toBe(
    'Name <name@firm.example>, a<b and 1 < 2 > 0',
  );
});

test('a long excerpt of a card ends after a word, and the first 150 characters of a text stay', () => {
  const own = `${'duty, '.repeat(18)}paid at the port.`;
  expect(cardExcerptOf(own)).toBe(`${'duty, '.repeat(17)}duty…`);
  expect(cardExcerptOf(`${'a'.repeat(60)} is whole. ${own}`)).toBe(`${'a'.repeat(60)} is whole.`);
  expect(cardExcerptOf('Short, with a full stop.')).toBe('Short, with a full stop.');
  const fallback = excerptOf({ excerpt: null, content: 'word '.repeat(60) });
  expect(cardExcerptOf(fallback)).toBe(fallback);
});
