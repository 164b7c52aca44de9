import { asBackend } from '../database/as-caller.ts';
import type { AuthDeps } from './auth-deps.ts';
import { AuthError } from './errors.ts';
import type { ClientInfo, SessionAnswer } from './sessions.ts';
import { openSession } from './sessions.ts';
import type { Metadata } from './users.ts';
import { insertAnonymousUser } from './users.ts';

/**
 * POST /signup without an address: a session of a new account that has no identity. It becomes an ordinary account when
 * an address is added and confirmed. Throws AuthError `signup_disabled` or `anonymous_provider_disabled`.
 */
export async function signUpAnonymously(deps: AuthDeps, data: Metadata, client: ClientInfo): Promise<SessionAnswer> {
  if (!deps.settings.allowSignup) throw new AuthError('signup_disabled');
  if (!deps.settings.auth.anonymousSignIns) throw new AuthError('anonymous_provider_disabled');
  await deps.limits.requireAnonymousSignUp(client.address);
  return asBackend(deps.database, async (query) => {
    const user = await insertAnonymousUser(query, data, deps.now());
    return openSession(deps, query, user, 'anonymous', client);
  });
}
