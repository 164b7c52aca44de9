import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test('paragraphs, links and entities become readable text', () => {
  const html = `<html><head><title>x</title><style>p { color: red }</style></head><body>
    <h1>Good   day</h1><p>Tom &amp; &#65;sha<br />say</p>
    <p><a style="a" href="https://firm.example/?a=1&#38;b=2">Go
      on</a
      ></p><!-- secret --></body></html>`;
  expect(plainText(html)).toBe('Good day\n\nTom & Asha\nsay\n\nGo on:\nhttps://firm.example/?a=1&b=2');
});

test('a link whose text is its address is written once', () => {
  expect(plainText('<a href="https://firm.example">https://firm.example</a>')).toBe('https://firm.example');
});
