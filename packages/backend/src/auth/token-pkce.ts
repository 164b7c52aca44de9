import { z } from 'zod';
import { asBackend } from '../database/as-caller.ts';
import type { RunQuery } from '../database/connect.ts';
import type { Endpoint } from '../http/env.ts';
import type { AuthDeps } from './auth-deps.ts';
import { clientInfo } from './auth-deps.ts';
import type { AuthErrorName } from './errors.ts';
import { AuthError } from './errors.ts';
import { openSecret } from './factor-secrets.ts';
import { takeFlow } from './flow-state.ts';
import { readAuthBody } from './read-body.ts';
import type { ClientInfo, SessionAnswer } from './sessions.ts';
import { openSession } from './sessions.ts';
import { isAfter } from './timestamps.ts';
import { findUserById } from './users.ts';

const PkceGrant = z.object({ auth_code: z.string().nullish(), code_verifier: z.string().nullish() });

/** POST /token?grant_type=pkce: a session in exchange for an authorization code and its verifier (RFC 7636). */
export function tokenPkce(deps: AuthDeps): Endpoint {
  return async (c) => {
    const client = clientInfo(c);
    await deps.limits.requireToken(client.address);
    const { auth_code: code, code_verifier: verifier } = await readAuthBody(c, PkceGrant);
    if (!code || !verifier) {
      throw new AuthError('validation_failed', 'invalid request: both auth code and code verifier should be non-empty');
    }
    const outcome = await asBackend(deps.database, (query) => exchange(deps, query, { code, verifier }, client));
    if ('refused' in outcome) throw new AuthError(outcome.refused);
    return c.json(outcome);
  };
}

async function exchange(
  deps: AuthDeps,
  query: RunQuery,
  { code, verifier }: { code: string; verifier: string },
  client: ClientInfo,
): Promise<SessionAnswer | { refused: AuthErrorName }> {
  const flow = await takeFlow(query, code, verifier, deps.now());
  if (flow.refused !== null) return { refused: flow.refused };
  const user = await findUserById(query, flow.userId, true);
  if (!user) return { refused: 'flow_state_not_found' };
  if (isAfter(user.banned_until, deps.now())) return { refused: 'sign_in_banned' };
  const session = await openSession(deps, query, user, flow.method, client);
  const { providerAccessToken: access, providerRefreshToken: refresh } = flow;
  return {
    ...session,
    ...(access !== null && { provider_token: openSecret(deps.keys, code, access) }),
    ...(refresh !== null && { provider_refresh_token: openSecret(deps.keys, code, refresh) }),
  };
}
