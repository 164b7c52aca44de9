import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { AuthError } from '../errors.ts';

/** The fields of a body that starts a PKCE flow; both are null in the implicit flow. */
export const pkceFields = {
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
};

export type PkceChallenge = { challenge: string; method: 's256' | 'plain' };

/** RFC 7636 §4.1, of challenges and of verifiers. */
const FORM = /^[\w.~-]{43,128}$/;

/**
 * The challenge of a body, or null for the implicit flow. Throws AuthError `validation_failed` for half a challenge, an
 * unknown method or a malformed challenge.
 */
export function requirePkce(body: {
  code_challenge?: string | null | undefined;
  code_challenge_method?: string | null | undefined;
}): PkceChallenge | null {
  const { code_challenge: challenge, code_challenge_method } = body;
  if (!challenge && !code_challenge_method) return null;
  if (!challenge || !code_challenge_method) {
    throw new AuthError('validation_failed', 'PKCE flow requires code_challenge_method and code_challenge');
  }
  const method = code_challenge_method.toLowerCase();
  if (method !== 's256' && method !== 'plain') {
    throw new AuthError('validation_failed', 'code_challenge_method has to be s256 or plain');
  }
  if (!FORM.test(challenge)) {
    throw new AuthError(
      'validation_failed',
      'code challenge has to be between 43 and 128 alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
  return { challenge, method };
}

/** Whether the verifier belongs to the challenge (RFC 7636 §4.6). */
export function isVerifierOf({ challenge, method }: PkceChallenge, verifier: string): boolean {
  if (!FORM.test(verifier)) return false;
  const derived = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  const [given, expected] = [Buffer.from(derived), Buffer.from(challenge)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
