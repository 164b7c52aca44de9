import { expect, test } from 'vitest';
import { createViewCounter } from './count-views.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SITE = 'https://firm.example';

function open() {
  const counter = createViewCounter(SITE);
  const read = (target: string, { status = 200, ...headers }: Record<string, string | number> = {}) =>
    counter.countPage(target, Number(status), { 'user-agent': BROWSER, ...headers });
  const counts = () => counter.take().map(({ kind, name, count }) => `${kind} ${name} ${count}`);
  return { counter, read, counts };
}

test('pages are counted by path, without the query', () => {
  const { read, counts } = open();
  read('/blog?page=2');
  read('/blog');
  read('/about', { 'sec-fetch-dest': 'document' });
  expect(counts()).toEqual(['page /blog 2', 'page /about 1']);
  expect(counts()).toEqual([]);
});

test('feeds, parts of pages and robots are not counted', () => {
  const { read, counts } = open();
  read('/rss.xml');
  read('/about', { 'sec-fetch-dest': 'image' });
  read('/about', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' });
  read('/about', { 'user-agent': 'curl/8.5.0' });
  expect(counts()).toEqual([]);
});

test('an address without a page is counted apart', () => {
  const { read, counts } = open();
  read('/old-page.html', { status: 404 });
  expect(counts()).toEqual(['missing /old-page.html 1']);
});

test('of the page before only the host of another site is counted, and the own page before Contact', () => {
  const { read, counts } = open();
  read('/about', { referer: 'https://search.example/?q=a+secret' });
  read('/about', { referer: `${SITE}/team` });
  read('/contact', { referer: `${SITE}/team?secret=1` });
  read('/contact', { referer: `${SITE}/contact` });
  read('/contact', { referer: SITE });
  read('/about', { referer: 'android-app://com.mail' });
  read('/about', { referer: 'not an address' });
  expect(counts()).toEqual([
    'page /about 4',
    'page /contact 3',
    'source search.example 1',
    'before-contact /team 1',
    'before-contact / 1',
  ]);
});

test('invented addresses take a bounded memory, and known ones go on', () => {
  const { read, counter } = open();
  for (let n = 0; n < 1000; n += 1) read(`/no-${n}`, { status: 404 });
  read('/no-1', { status: 404 });
  read(`/${'x'.repeat(300)}`, { status: 404 });
  const counts = counter.take();
  expect(counts).toHaveLength(300);
  expect(counts[1]).toEqual({ kind: 'missing', name: '/no-1', count: 2 });
});

test('counts that could not be written are added to later ones', () => {
  const { counter, read, counts } = open();
  read('/about');
  counter.countEnquiry();
  const taken = counter.take();
  read('/about');
  counter.add(taken);
  expect(counts()).toEqual(['page /about 2', 'enquiry /contact 1']);
});
