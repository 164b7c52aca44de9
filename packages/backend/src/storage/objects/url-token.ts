import * as errors from 'jose/errors';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import type { Caller, Role } from '../../database/as-caller.ts';
import { causedBy } from '../../http/errors.ts';
import { StorageError } from '../errors.ts';
import type { StorageDeps } from '../storage-deps.ts';

/** The use of a signed URL; a token for one use is not valid for the other. */
export type UrlScope = 'download' | 'upload';

export type UrlGrant = {
  /** `bucket/path`. */
  url: string;
  /** The signer. The URL has the rights that the signer has when it is used. */
  caller: Caller;
  /** Parameters of a render, as a query string; only for downloads. */
  transformations?: string;
  /** Only for uploads. */
  upsert?: boolean;
};

type TokenDeps = Pick<StorageDeps, 'keys' | 'now'>;

/**
 * Derived from the installation's secret for this purpose alone, so that a signed URL is not accepted as a bearer
 * token, nor the other way round.
 */
function secretOf({ keys }: TokenDeps): Uint8Array {
  return Buffer.from(keys.derive('storage', 'signed addresses'), 'hex');
}

/** Signs a grant and returns its token, valid for `seconds`. */
export async function signUrl(deps: TokenDeps, scope: UrlScope, grant: UrlGrant, seconds: number): Promise<string> {
  const issued = Math.floor(deps.now().getTime() / 1000);
  const { url, transformations, upsert } = grant;
  const { role, sub, aal, session_id } = grant.caller.claims;
  // Only the claims that policies use: the URL is passed on, so it must not contain the e-mail address. It expires with
  // the session.
  return new SignJWT({ url, scope, transformations, upsert, signer: { role, sub, aal, session_id } })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(issued)
    .setExpirationTime(issued + seconds)
    .sign(secretOf(deps));
}

/**
 * Verifies the token of a URL for this object. Throws StorageError `InvalidJWT`, or `InvalidSignature` for another
 * object or use.
 */
export async function readUrlToken(
  deps: TokenDeps,
  token: string,
  scope: UrlScope,
  url: string,
): Promise<UrlGrant & { expires: Date }> {
  const options = { algorithms: ['HS256'], currentDate: deps.now() };
  const { payload } = await jwtVerify(token, secretOf(deps), options).catch(rejectToken);
  if (payload['scope'] !== scope || payload['url'] !== url) throw new StorageError('InvalidSignature');
  const { transformations, upsert, signer } = payload as unknown as UrlGrant & { signer: { role: Role } };
  const expires = new Date((payload.exp ?? 0) * 1000);
  return { url, transformations, upsert, caller: { role: signer.role, claims: signer }, expires };
}

function rejectToken(error: unknown): never {
  const isLate = error instanceof errors.JWTExpired;
  throw causedBy(new StorageError('InvalidJWT', isLate ? '"exp" claim timestamp check failed' : 'Invalid JWT'), error);
}
