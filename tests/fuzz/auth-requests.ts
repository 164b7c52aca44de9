import fc from 'fast-check';
import { caller, type FuzzRequest, jsonBody, search, anyText, uuid } from './request.ts';

const FIELDS = ['email', 'password', 'phone', 'data', 'token', 'token_hash', 'type', 'refresh_token', 'code_challenge'];
const MORE_FIELDS = ['current_password', 'nonce', 'app_metadata', 'friendly_name', 'factor_type', 'issuer', 'code'];
const REST_FIELDS = ['challenge_id', 'auth_code', 'code_verifier', 'provider', 'id_token', 'create_user', 'scope'];
const PATHS = ['signup', 'token', 'verify', 'recover', 'resend', 'user', 'logout', 'settings', 'health', 'invite'];
const MORE_PATHS = ['factors', 'factors/recovery-codes', 'otp', 'magiclink', 'authorize', 'reauthenticate', 'sso'];
const REST_PATHS = ['.well-known/jwks.json', 'admin/users', 'admin/generate_link', 'nothing', 'callback', ''];

const path = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom(...PATHS, ...MORE_PATHS, ...REST_PATHS) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(uuid, fc.constantFrom('', '/challenge', '/verify'))
      .map(([id, end]) => `factors/${encodeURIComponent(id)}${end}`),
  },
  { weight: 1, arbitrary: anyText.map(encodeURIComponent) },
);
const value = fc.oneof(
  anyText,
  fc.constantFrom('password', 'refresh_token', 'pkce', 'id_token', 'web3', 'signup', 'recovery', 'email', 'invite'),
  fc.constantFrom(
    'global',
    'local',
    'others',
    '//evil.example/',
    'http://127.0.0.1//evil.example',
    'javascript:alert(1)',
  ),
);

/** Requests to `/auth/v1`. */
export const authRequest: fc.Arbitrary<FuzzRequest> = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'POST', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'),
    path,
    query: search(['grant_type', 'redirect_to', 'type', 'token', 'scope', 'page'], value),
    caller,
    headers: fc.dictionary(
      fc.constantFrom('X-Supabase-Api-Version', 'Referer', 'Content-Type', 'User-Agent'),
      fc.constantFrom('2024-01-01', '0', 'https://evil.example/', 'application/json', 'x'.repeat(2000)),
      { maxKeys: 2 },
    ),
    body: jsonBody([...FIELDS, ...MORE_FIELDS, ...REST_FIELDS]),
  })
  .map(({ path: at, query, body, ...rest }) => ({
    ...rest,
    target: `/auth/v1/${at}${query}`,
    body: rest.method === 'POST' || rest.method === 'PUT' ? body : null,
  }));
