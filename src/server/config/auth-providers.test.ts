import { expect, test } from 'vitest';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { readProviders, readWeb3 } from './auth-providers.ts';

const TENANT = '11111111-2222-3333-4444-555555555555';

test('without variables there are no providers', () => {
  expect(readProviders({ AUTH_GOOGLE_CLIENT_ID: ' ', AUTH_OIDC_ACME_ISSUER: '' })).toEqual([]);
  expect(readWeb3({ AUTH_WEB3: '' })).toEqual([]);
});

test('Google, Microsoft and others get the names that clients know', () => {
  const providers = readProviders({
    AUTH_GOOGLE_CLIENT_ID: 'web, ios ,',
    AUTH_GOOGLE_CLIENT_SECRET: 's',
    AUTH_MICROSOFT_CLIENT_ID: 'm',
    AUTH_MICROSOFT_TENANT: TENANT,
    AUTH_MICROSOFT_TRUST_EMAIL: 'true',
    AUTH_OIDC_KEYCLOAK_ISSUER: 'https://login.firm.example/realms/firm',
    AUTH_OIDC_KEYCLOAK_CLIENT_ID: 'k',
    AUTH_OIDC_ACME_ISSUER: 'http://127.0.0.1:5200',
    AUTH_OIDC_ACME_CLIENT_ID: 'a',
  });
  expect(providers).toEqual([
    {
      name: 'google',
      issuer: 'https://accounts.google.com',
      clientIds: ['web', 'ios'],
      clientSecret: 's',
      trustsEmail: false,
    },
    {
      name: 'azure',
      issuer: `https://login.microsoftonline.com/${TENANT}/v2.0`,
      clientIds: ['m'],
      clientSecret: null,
      trustsEmail: true,
    },
    expect.objectContaining({ name: 'keycloak', issuer: 'https://login.firm.example/realms/firm' }),
    expect.objectContaining({ name: 'custom:acme', issuer: 'http://127.0.0.1:5200' }),
  ]);
  expect(readWeb3({ AUTH_WEB3: 'solana, ethereum,solana' })).toEqual(['solana', 'ethereum']);
});

test.each([
  [{ AUTH_GOOGLE_CLIENT_SECRET: 's' }, 'AUTH_GOOGLE_CLIENT_ID is missing'],
  [{ AUTH_GOOGLE_CLIENT_ID: 'c', AUTH_GOOGLE_TRUST_EMAIL: 'true' }, 'AUTH_GOOGLE_TRUST_EMAIL'],
  [{ AUTH_MICROSOFT_CLIENT_ID: 'c' }, 'AUTH_MICROSOFT_TENANT is not the id'],
  [{ AUTH_MICROSOFT_CLIENT_ID: 'c', AUTH_MICROSOFT_TENANT: 'common' }, 'AUTH_MICROSOFT_TENANT is not the id'],
  [{ AUTH_OIDC_ACME_ISSUER: 'https://a.example' }, 'AUTH_OIDC_ACME_CLIENT_ID is missing'],
  [{ AUTH_OIDC_ACME_CLIENT_ID: 'a' }, 'AUTH_OIDC_ACME_ISSUER is missing'],
  [
    { AUTH_OIDC_ACME_ISSUER: 'http://a.example', AUTH_OIDC_ACME_CLIENT_ID: 'a' },
    'AUTH_OIDC_ACME_ISSUER is not an https',
  ],
  [{ AUTH_OIDC_ACME_ISSUER: 'acme', AUTH_OIDC_ACME_CLIENT_ID: 'a' }, 'AUTH_OIDC_ACME_ISSUER is not an https'],
  [{ AUTH_OIDC_AZURE_ISSUER: 'https://a.example', AUTH_OIDC_AZURE_CLIENT_ID: 'a' }, 'AUTH_MICROSOFT_'],
  [
    { AUTH_OIDC_ACME_ISSUER: 'https://a.example', AUTH_OIDC_ACME_CLIENT_ID: 'a', AUTH_OIDC_ACME_TRUST_EMAIL: 'yes' },
    'AUTH_OIDC_ACME_TRUST_EMAIL is not true or false',
  ],
])('%j is an error of the operator', (environment, words) => {
  expect(() => readProviders(environment)).toThrow(ConfigurationError);
  expect(() => readProviders(environment)).toThrow(words);
});

test('another chain is an error of the operator', () => {
  expect(() => readWeb3({ AUTH_WEB3: 'ethereum,dogecoin' })).toThrow(ConfigurationError);
});
