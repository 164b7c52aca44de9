import { createHash } from 'node:crypto';
import { z } from 'zod';
import { asBackend } from '../../database/as-caller.ts';
import type { BackendContext } from '../../http/env.ts';
import { type AuthDeps, clientInfo } from '../auth-deps.ts';
import { AuthError, OAuthError } from '../errors.ts';
import { readAuthBody } from '../read-body.ts';
import { requireBearer } from '../sessions/require-user.ts';
import { openSession } from '../sessions/sessions.ts';
import { externalUser } from './external-user.ts';
import { type IdTokenClaims, verifyIdToken } from './id-token.ts';
import { linkIdentity, requireLinker, requireLinking, signInExternal } from './sign-in-external.ts';
import type { Provider } from './providers.ts';

const IdTokenGrant = z.object({
  provider: z.string().nullish(),
  id_token: z.string().nullish(),
  access_token: z.string().nullish(),
  nonce: z.string().nullish(),
  link_identity: z.boolean().nullish(),
});

/**
 * POST /token?grant_type=id_token: a session for the user of a provider's ID token, which an application got itself.
 * With `link_identity` the signed-in user gets the identity.
 */
export async function tokenIdToken(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const client = clientInfo(c);
  await deps.limits.requireToken(client.address);
  const body = await readAuthBody(c, IdTokenGrant);
  if (!body.id_token) throw new OAuthError('invalid request', 'id_token required');
  if (!body.provider) throw new OAuthError('invalid request', 'provider or client_id and issuer required');
  const bearer = body.link_identity ? await requireBearer(deps, c) : null;
  if (bearer) requireLinking(deps);
  const provider = deps.findProvider(body.provider);
  if (!provider) throw new AuthError('provider_disabled');
  const external = externalUser(provider, await readClaims(deps, provider, body.id_token, body));

  const session = await asBackend(deps.database, async (query) => {
    const user = bearer
      ? await linkIdentity(query, await requireLinker(deps, query, bearer), external, deps.now())
      : await signInExternal(deps, query, external);
    return openSession(deps, query, user, 'oauth', client);
  });
  return c.json(session);
}

async function readClaims(
  deps: AuthDeps,
  provider: Provider,
  token: string,
  body: z.infer<typeof IdTokenGrant>,
): Promise<IdTokenClaims> {
  const claims = await verifyIdToken(provider, token, { now: deps.now(), accessToken: body.access_token ?? null });
  requireNonce(claims['nonce'], body.nonce);
  return claims;
}

/**
 * The token holds the SHA-256 of the nonce, so that whoever sees the token cannot use it. GoTrue's rule: both have one,
 * or neither.
 */
function requireNonce(inToken: unknown, given: string | null | undefined): void {
  if (Boolean(inToken) !== Boolean(given)) {
    const message = 'Passed nonce and nonce in id_token should either both exist or not.';
    throw new OAuthError('invalid request', message);
  }
  if (given && createHash('sha256').update(given).digest('hex') !== inToken) {
    throw new OAuthError('invalid nonce', 'Nonces mismatch');
  }
}
