import { expect, test } from 'vitest';
import { readOptions } from './sign-in-options.ts';

test('only configured providers that the page knows are offered', () => {
  const external = { email: true, google: true, azure: false, github: true, anonymous_users: true };
  expect(readOptions({ external })).toEqual({ isEmailLinkOffered: true, providers: ['google'] });
  expect(readOptions({ external: { email: true, azure: true, google: true } }).providers).toEqual(['google', 'azure']);
});

test('without e-mail sign-in, and where links are switched off, no link is offered', () => {
  expect(readOptions({ external: { email: true }, email_links: true }).isEmailLinkOffered).toBe(true);
  expect(readOptions({ external: { email: true }, email_links: false }).isEmailLinkOffered).toBe(false);
  expect(readOptions({ external: { email: false } }).isEmailLinkOffered).toBe(false);
});

test('unexpected settings offer no provider', () => {
  expect(readOptions({}).providers).toEqual([]);
  expect(readOptions({ external: { google: 'yes' } }).providers).toEqual([]);
});
