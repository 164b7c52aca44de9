import { expect, test, vi } from 'vitest';
import { addressElsewhere, readMailedLink } from './mailed-links.ts';

vi.mock('./site-config.ts', () => ({
  browserSiteConfig: () => ({ supabaseUrl: 'https://project.example', anonKey: '' }),
}));

const ORIGIN = 'https://firm.example';

test('a mailed link is read from the query, and nothing else is one', () => {
  expect(readMailedLink('?token=abc&type=invite&redirect_to=https%3A%2F%2Ffirm.example%2Fauth')).toEqual({
    type: 'invite',
    token: 'abc',
    redirectTo: 'https://firm.example/auth',
  });
  expect(['', '?token=abc', '?token=abc&type=other', '?type=invite'].map(readMailedLink)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('a link of another application, or of a PKCE flow, is not used here', () => {
  const link = { type: 'email', token: 'abc', redirectTo: `${ORIGIN}/auth?by=link` } as const;
  expect(addressElsewhere(link, ORIGIN)).toBeNull();
  expect(addressElsewhere({ ...link, redirectTo: '' }, ORIGIN)).toBeNull();
  for (const other of [{ redirectTo: 'https://app.example/' }, { token: 'pkce_abc' }]) {
    expect(addressElsewhere({ ...link, ...other }, ORIGIN)).toContain('https://project.example/auth/v1/verify?token=');
  }
});
