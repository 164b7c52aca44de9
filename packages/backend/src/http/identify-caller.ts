import type { Context, MiddlewareHandler } from 'hono';
import { ANONYMOUS, type Caller, type Role } from '../database/as-caller.ts';
import type { BackendEnv } from './env.ts';
import { RequestError } from './errors.ts';
import type { Claims, Keys } from './keys.ts';

const ROLES: readonly Role[] = ['anon', 'authenticated', 'service_role'];

/**
 * Requires an API key in the header `apikey` or in the query. Throws RequestError `missing_api_key` or
 * `invalid_api_key`.
 */
export function requireApiKey(keys: Keys): MiddlewareHandler<BackendEnv> {
  return async (c, next) => {
    await checkApiKey(keys, c.req.header('apikey') ?? c.req.query('apikey'));
    await next();
  };
}

/** Throws RequestError `missing_api_key` or `invalid_api_key`. */
export async function checkApiKey(keys: Keys, apiKey: string | null | undefined): Promise<void> {
  if (!apiKey) throw new RequestError('missing_api_key');
  if (!(await keys.isApiKey(apiKey))) throw new RequestError('invalid_api_key');
}

/**
 * Sets `caller` and `bearer` from the Authorization header; without one the caller is anonymous (protocol.md 2.3).
 * Throws RequestError `bad_jwt` or `jwt_claims` for an invalid token.
 */
export function identifyCaller(keys: Keys): MiddlewareHandler<BackendEnv> {
  return async (c, next) => {
    const token = bearerOf(c);
    c.set('bearer', token);
    c.set('caller', await findCaller(keys, token));
    await next();
  };
}

/** The caller with this bearer token; anonymous without one. Throws RequestError `bad_jwt` or `jwt_claims`. */
export async function findCaller(keys: Keys, token: string | null): Promise<Caller> {
  if (token === null) return ANONYMOUS;
  const { claims, error } = await keys.verify(token);
  if (error) throw new RequestError(error.kind === 'claims' ? 'jwt_claims' : 'bad_jwt', error.message);
  const role = roleOf(claims);
  return { role, claims: { ...claims, role } };
}

/** The token of `Authorization: Bearer …`, or null for a missing header or another scheme. */
export function bearerOf(c: Context): string | null {
  return readBearer(c.req.header('authorization'));
}

/** The token of the value of an Authorization header. */
export function readBearer(authorization: string | null | undefined): string | null {
  const match = /^Bearer +(\S+)\s*$/i.exec(authorization ?? '');
  return match?.[1] ?? null;
}

/** A token without a role is anonymous. An unknown role is rejected (22023 in PostgREST). */
function roleOf(claims: Claims): Role {
  if (claims.role === undefined) return 'anon';
  const role = ROLES.find((known) => known === claims.role);
  if (!role) throw new RequestError('bad_jwt', `role ${JSON.stringify(claims.role).slice(0, 63)} does not exist`);
  return role;
}
