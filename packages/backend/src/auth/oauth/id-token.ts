import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { AuthError, OAuthError } from '../errors.ts';
import type { Provider } from './providers.ts';

/** Signatures by a private key only: a symmetric one could be made with the public key as the secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** Tolerance for clock differences, as for tokens of this service. */
const SKEW_SECONDS = 30;
/** Longer than the tokens of any provider. */
const MAX_LENGTH = 16_384;

export type IdTokenClaims = JWTPayload & { sub: string };

/**
 * Verifies an ID token (OpenID Connect Core 3.1.3.7): signature by a key of the issuer, issuer, audience, times, and
 * `at_hash` where an access token is given. The nonce is for the caller to check. Throws OAuthError, or AuthError
 * `provider_unreachable`.
 */
export async function verifyIdToken(
  provider: Provider,
  token: string,
  { now, accessToken }: { now: Date; accessToken: string | null },
): Promise<IdTokenClaims> {
  requireForm(token);
  const keys = await provider.keySet();
  // As the issuer writes itself: the configuration may differ in a slash at the end.
  const { issuer } = await provider.server();
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    algorithms: ALGORITHMS,
    issuer,
    audience: [...provider.clientIds],
    requiredClaims: ['sub', 'iat', 'exp'],
    clockTolerance: SKEW_SECONDS,
    currentDate: now,
  }).catch(asBadToken);
  const { sub, azp, aud } = payload;
  if (!sub) throw new OAuthError('invalid request', 'Missing sub claim in id_token');
  // With several audiences the token must have been issued to one of our clients.
  const isShared = Array.isArray(aud) && aud.length > 1;
  if (isShared && !provider.clientIds.includes(String(azp))) {
    throw new OAuthError('invalid request', 'Unacceptable audience in id_token');
  }
  const atHash = payload['at_hash'];
  if (accessToken !== null && atHash !== undefined && atHash !== halfHash(accessToken, protectedHeader.alg)) {
    throw badToken();
  }
  return { ...payload, sub };
}

/** Rejects what no issuer can have signed, before an issuer is asked for its keys. */
function requireForm(token: string): void {
  if (token.length > MAX_LENGTH) throw badToken();
  try {
    decodeJwt(token);
    if (ALGORITHMS.includes(decodeProtectedHeader(token).alg ?? '')) return;
  } catch (error) {
    throw badToken(error);
  }
  throw badToken();
}

/** The left half of the hash that belongs to the algorithm (OpenID Connect Core 3.1.3.6). */
function halfHash(text: string, algorithm: string): string {
  const hash = createHash(`sha${/\d{3}$/.exec(algorithm)?.[0] ?? '512'}`)
    .update(text)
    .digest();
  return hash.subarray(0, hash.length / 2).toString('base64url');
}

const badToken = (cause?: unknown): OAuthError =>
  Object.assign(new OAuthError('invalid request', 'Bad ID token'), { cause });

/** Tells an invalid token from an issuer that does not answer: a failed request, a timeout, an answer without keys. */
function asBadToken(error: unknown): never {
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud') {
    throw new OAuthError('invalid request', 'Unacceptable audience in id_token');
  }
  const isOfIssuer =
    error instanceof errors.JOSEError
      ? error.code === errors.JWKSTimeout.code || error.code === errors.JOSEError.code
      : (error as Error).cause !== undefined;
  throw isOfIssuer ? Object.assign(new AuthError('provider_unreachable'), { cause: error }) : badToken(error);
}
