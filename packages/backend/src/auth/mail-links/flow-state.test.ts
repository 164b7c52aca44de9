import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isVerifierOf, requirePkce } from './flow-state.ts';

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

test('the example of RFC 7636 is accepted, and a changed verifier is not', () => {
  const pkce = requirePkce({ code_challenge: CHALLENGE, code_challenge_method: 'S256' });
  expect(pkce).toEqual({ challenge: CHALLENGE, method: 's256' });
  expect(pkce && isVerifierOf(pkce, VERIFIER)).toBe(true);
  expect(pkce && isVerifierOf(pkce, `${VERIFIER.slice(0, -1)}j`)).toBe(false);
  expect(pkce && isVerifierOf(pkce, CHALLENGE)).toBe(false);
});

test('with the method plain the verifier is the challenge', () => {
  const pkce = { challenge: VERIFIER, method: 'plain' } as const;
  expect(isVerifierOf(pkce, VERIFIER)).toBe(true);
  expect(isVerifierOf(pkce, createHash('sha256').update(VERIFIER).digest('base64url'))).toBe(false);
});

test('a verifier that RFC 7636 does not allow is rejected although its hash is the challenge', () => {
  const short = 'short';
  const challenge = createHash('sha256').update(short).digest('base64url');
  expect(isVerifierOf({ challenge, method: 's256' }, short)).toBe(false);
});

test('without a challenge and a method the flow is implicit', () => {
  expect(requirePkce({})).toBeNull();
  expect(requirePkce({ code_challenge: null, code_challenge_method: null })).toBeNull();
  expect(requirePkce({ code_challenge: '', code_challenge_method: '' })).toBeNull();
});

test.each([
  { code_challenge: CHALLENGE },
  { code_challenge_method: 's256' },
  { code_challenge: CHALLENGE, code_challenge_method: 'md5' },
  { code_challenge: CHALLENGE.slice(1), code_challenge_method: 's256' },
  { code_challenge: 'a'.repeat(129), code_challenge_method: 'plain' },
  { code_challenge: `${CHALLENGE.slice(0, -1)}%`, code_challenge_method: 's256' },
  { code_challenge: `${CHALLENGE}\n`, code_challenge_method: 's256' },
])('%j is rejected', (body) => {
  expect(() => requirePkce(body)).toThrow(expect.objectContaining({ status: 400, code: 'validation_failed' }));
});
