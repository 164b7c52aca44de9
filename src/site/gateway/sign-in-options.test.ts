import { expect, test } from 'vitest';
import { readOptions } from './sign-in-options.ts';

test('only configured providers that the page knows are offered', () => {
  const external = { email: true, google: true, azure: false, github: true, anonymous_users: true };
  expect(readOptions({ external })).toEqual({
    isEmailLinkOffered: true,
    isPasskeyOffered: false,
    providers: ['google'],
  });
  expect(readOptions({ external: { email: true, azure: true, google: true } }).providers).toEqual(['google', 'azure']);
});

test('without e-mail sign-in, and where links are switched off, no link is offered', () => {
  expect(readOptions({ external: { email: true }, email_links: true }).isEmailLinkOffered).toBe(true);
  expect(readOptions({ external: { email: true }, email_links: false }).isEmailLinkOffered).toBe(false);
  expect(readOptions({ external: { email: false } }).isEmailLinkOffered).toBe(false);
});

test('passkeys are offered where the service says so', () => {
  expect(readOptions({ passkeys_enabled: true }).isPasskeyOffered).toBe(true);
  expect(readOptions({ passkeys_enabled: 'yes' }).isPasskeyOffered).toBe(false);
});

test('unexpected settings offer no provider', () => {
  expect(readOptions({}).providers).toEqual([]);
  expect(readOptions({ external: { google: 'yes' } }).providers).toEqual([]);
});
