import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { asBackend } from '../database/as-caller.ts';
import type { Endpoint } from '../http/env.ts';
import type { AuthDeps } from './auth-deps.ts';
import { clientInfo } from './auth-deps.ts';
import { requireFactor } from './factors.ts';
import { loadBearer, requireBearer } from './require-user.ts';

/** How many seconds a challenge is valid (protocol.md 1.3). */
export const CHALLENGE_S = 300;

/** POST /factors/:id/challenge: creates a challenge, valid for CHALLENGE_S seconds and from this address. */
export function factorsChallenge(deps: AuthDeps): Endpoint {
  return async (c) => {
    const bearer = await requireBearer(deps, c);
    const client = clientInfo(c);
    await deps.limits.requireVerification(client.address);
    const id = randomUUID();
    const now = deps.now();
    await asBackend(deps.database, async (query) => {
      const user = await loadBearer(deps, query, bearer);
      const factor = await requireFactor(query, user.id, c.req.param('id') ?? '');
      await query(`delete from auth.mfa_challenges where factor_id = $1 and created_at < $2`, [
        factor.id,
        new Date(now.getTime() - CHALLENGE_S * 1000).toISOString(),
      ]);
      await query('insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, $3, $4)', [
        id,
        factor.id,
        now.toISOString(),
        challengeAddress(client.address),
      ]);
      // The column is unique in GoTrue's schema; `deps.now()` has milliseconds only.
      await query('update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1', [factor.id]);
    });
    return c.json({ id, type: 'totp', expires_at: Math.floor(now.getTime() / 1000) + CHALLENGE_S });
  };
}

/** The address as the challenge stores it: the column is not null. */
export function challengeAddress(address: string): string {
  return isIP(address) ? address : '::';
}
