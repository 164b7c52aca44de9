import { z } from 'zod';
import { asBackend } from '../database/as-caller.ts';
import type { RunQuery } from '../database/connect.ts';
import type { AuthRoom, Endpoint } from './auth-room.ts';
import { clientOf } from './auth-room.ts';
import type { AuthFaultName } from './errors.ts';
import { AuthFault } from './errors.ts';
import { isAfter } from './instant.ts';
import { readBody } from './read-body.ts';
import { exchangeRefreshToken } from './refresh-tokens.ts';
import type { Client, SessionAnswer } from './sessions.ts';
import { answerSession, touchSession } from './sessions.ts';
import { findUserById } from './users.ts';

const RefreshGrant = z.object({ refresh_token: z.string().nullish() });

/** POST /token?grant_type=refresh_token: the session with a new access token and the next refresh token (protocol.md 1.5). */
export function tokenRefreshToken(room: AuthRoom): Endpoint {
  return async (c) => {
    const client = clientOf(c);
    await room.limits.requireToken(client.address);
    const { refresh_token } = await readBody(c, RefreshGrant);
    const outcome = await asBackend(room.database, (query) => refresh(room, query, refresh_token ?? '', client));
    if ('refused' in outcome) throw new AuthFault(outcome.refused);
    return c.json(outcome);
  };
}

async function refresh(
  room: AuthRoom,
  query: RunQuery,
  presented: string,
  client: Client,
): Promise<SessionAnswer | { refused: AuthFaultName }> {
  const exchange = await exchangeRefreshToken(query, room.keys, presented, room.now());
  if (exchange.refused !== null) return { refused: exchange.refused };
  const user = await findUserById(query, exchange.userId);
  if (!user) return { refused: 'refresh_session_missing' };
  if (isAfter(user.banned_until, room.now())) return { refused: 'refresh_user_banned' };
  await touchSession(room, query, { id: exchange.sessionId, userId: user.id }, client);
  return answerSession(room, query, user, exchange.sessionId, exchange.refreshToken);
}
