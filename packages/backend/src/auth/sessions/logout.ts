import { asBackend } from '../../database/as-caller.ts';
import type { BackendContext } from '../../http/env.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { AuthError } from '../errors.ts';
import { loadBearer, requireBearer } from './require-user.ts';
import { endSessions, type SignOutScope } from './sessions.ts';

const SCOPES: readonly SignOutScope[] = ['global', 'local', 'others'];

/** POST /logout?scope=: ends all sessions of the user, this one, or all others. Answers 204. */
export async function logout(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  const wanted = c.req.query('scope') ?? 'global';
  const scope = SCOPES.find((known) => known === wanted);
  if (!scope) throw new AuthError('validation_failed', `Unsupported logout scope "${wanted.slice(0, 40)}"`);
  await asBackend(deps.database, async (query) => {
    const user = await loadBearer(deps, query, bearer);
    await endSessions(query, user.id, scope, bearer.sessionId);
  });
  return c.body(null, 204);
}
