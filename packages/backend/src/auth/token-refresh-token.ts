import { z } from 'zod';
import { asBackend } from '../database/as-caller.ts';
import type { RunQuery } from '../database/connect.ts';
import type { Endpoint } from '../http/env.ts';
import type { AuthDeps } from './auth-deps.ts';
import { clientInfo } from './auth-deps.ts';
import type { AuthErrorName } from './errors.ts';
import { AuthError } from './errors.ts';
import { isAfter } from './timestamps.ts';
import { readAuthBody } from './read-body.ts';
import { exchangeRefreshToken } from './refresh-tokens.ts';
import type { ClientInfo, SessionAnswer } from './sessions.ts';
import { answerSession, touchSession } from './sessions.ts';
import { findUserById } from './users.ts';

const RefreshGrant = z.object({ refresh_token: z.string().nullish() });

/** POST /token?grant_type=refresh_token: a new access token and the next refresh token (protocol.md 1.5). */
export function tokenRefreshToken(deps: AuthDeps): Endpoint {
  return async (c) => {
    const client = clientInfo(c);
    await deps.limits.requireToken(client.address);
    const { refresh_token } = await readAuthBody(c, RefreshGrant);
    const outcome = await asBackend(deps.database, (query) => refresh(deps, query, refresh_token ?? '', client));
    if ('refused' in outcome) throw new AuthError(outcome.refused);
    return c.json(outcome);
  };
}

async function refresh(
  deps: AuthDeps,
  query: RunQuery,
  presented: string,
  client: ClientInfo,
): Promise<SessionAnswer | { refused: AuthErrorName }> {
  const exchange = await exchangeRefreshToken(query, deps.keys, presented, deps.now());
  if (exchange.refused !== null) return { refused: exchange.refused };
  const user = await findUserById(query, exchange.userId);
  if (!user) return { refused: 'refresh_session_missing' };
  if (isAfter(user.banned_until, deps.now())) return { refused: 'refresh_user_banned' };
  await touchSession(deps, query, { id: exchange.sessionId, userId: user.id }, client);
  return answerSession(deps, query, user, exchange.sessionId, exchange.refreshToken);
}
