import { expect, test } from 'vitest';
import { currentOf } from './site-header.tsx';

const home = { href: '/' };
const services = { href: '/services' };
const global = { href: '/services/navigating-india-toreign-trade' };
const links = [home, services, global];

test('the link to the page itself is the current page', () => {
  expect(currentOf(services, links, '/services')).toBe('page');
});

test('a link is marked as current on the pages below it', () => {
  expect(currentOf(services, links, '/services/market-entry')).toBe('true');
});

test('a page with its own link does not mark its parent as current', () => {
  expect(currentOf(services, links, global.href)).toBeUndefined();
  expect(currentOf(global, links, global.href)).toBe('page');
});

test('home is current only at home', () => {
  expect(currentOf(home, links, '/about')).toBeUndefined();
});
