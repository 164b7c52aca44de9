import { expect, test } from 'vitest';
import { numberLinks } from './load-post.server.ts';

const toAbsolute = (address: string) => new URL(address, 'https://firm.example').href;

test('links are numbered by address, and an address is listed once', () => {
  const { html, addresses } = numberLinks(
    '<a href="/contact">a</a> <a target="_blank" href="https://x.example/?a=1&amp;b=2">b</a> <a href="/contact">c</a>',
    toAbsolute,
  );
  expect(addresses).toEqual(['https://firm.example/contact', 'https://x.example/?a=1&b=2']);
  expect(html).toBe(
    '<a href="/contact" data-note="1">a</a> <a target="_blank" href="https://x.example/?a=1&amp;b=2" data-note="2">b</a> <a href="/contact" data-note="1">c</a>',
  );
});

test('fragments, e-mail addresses and telephone numbers are not numbered', () => {
  const html = '<a href="#a">a</a><a href="mailto:a@x.example">b</a><a href="tel:+911">c</a><a>d</a>';
  expect(numberLinks(html, toAbsolute)).toEqual({ html, addresses: [] });
});

test('the links of a very long post are numbered in linear time', () => {
  const html = Array.from({ length: 50_000 }, (_, n) => `<a href="/blog/${n}">a</a>`).join('');
  const begin = performance.now();
  expect(numberLinks(html, (address) => address).addresses).toHaveLength(50_000);
  expect(performance.now() - begin).toBeLessThan(5000);
});
