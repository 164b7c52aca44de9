import { jwtVerify, SignJWT, errors } from 'jose';
import type { Caller, Role } from '../database/caller.ts';
import { causedBy } from '../http/error-catalogue.ts';
import { StorageError } from './errors.ts';
import type { StorageDeps } from './storage-deps.ts';

/** What a link may be used for; one never serves for another. */
export type UrlScope = 'download' | 'upload';

export type UrlGrant = {
  /** `bucket/path`. */
  url: string;
  /** Who signed: the link can do what she may still do when it is used. */
  caller: Caller;
  /** Only for downloads that are rendered, as a query string. */
  transformations?: string;
  /** Only for uploads. */
  upsert?: boolean;
};

type TokenDeps = Pick<StorageDeps, 'keys' | 'now'>;

/** Signed with a key of its own, derived from the installation's: a link is no bearer token, and none is a link. */
function secretOf({ keys }: TokenDeps): Uint8Array {
  return Buffer.from(keys.derive('storage', 'signed addresses'), 'hex');
}

export async function signUrl(deps: TokenDeps, scope: UrlScope, grant: UrlGrant, seconds: number): Promise<string> {
  const issued = Math.floor(deps.now().getTime() / 1000);
  const { url, transformations, upsert } = grant;
  const { role, sub, aal, session_id } = grant.caller.claims;
  // Of the claims only what decides: a link is passed on, and must not carry an address. The link ends with the session.
  return new SignJWT({ url, scope, transformations, upsert, signer: { role, sub, aal, session_id } })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(issued)
    .setExpirationTime(issued + seconds)
    .sign(secretOf(deps));
}

/** What a token of a link grants for this object; throws StorageError `InvalidJWT`, or `InvalidSignature` for another's. */
export async function readUrlToken(deps: TokenDeps, token: string, scope: UrlScope, url: string): Promise<UrlGrant> {
  const options = { algorithms: ['HS256'], currentDate: deps.now() };
  const { payload } = await jwtVerify(token, secretOf(deps), options).catch(rejectToken);
  if (payload['scope'] !== scope || payload['url'] !== url) throw new StorageError('InvalidSignature');
  const { transformations, upsert, signer } = payload as unknown as UrlGrant & { signer: { role: Role } };
  return { url, transformations, upsert, caller: { role: signer.role, claims: signer } };
}

function rejectToken(error: unknown): never {
  const isLate = error instanceof errors.JWTExpired;
  throw causedBy(new StorageError('InvalidJWT', isLate ? '"exp" claim timestamp check failed' : 'Invalid JWT'), error);
}
