import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { asBackend } from '../database/as-caller.ts';
import type { RunQuery } from '../database/connect.ts';
import type { AuthRoom, Endpoint } from './auth-room.ts';
import { AuthFault } from './errors.ts';
import { hasVerifiedFactor, insertFactor, listFactors } from './factors.ts';
import { readOptionalBody } from './read-body.ts';
import { RECOVERY_CODES, replaceRecoveryCodes } from './recovery-codes.ts';
import { loadBearer, requireBearer } from './require-user.ts';
import { isRaised } from './sessions.ts';

const Wish = z.object({ friendly_name: z.string().trim().max(100).nullish() });
const DEFAULT_NAME = 'Recovery codes';

/** POST /factors/recovery-codes: the first set of codes, shown only here; they never are the only second step. */
export function recoveryCodesPost(room: AuthRoom): Endpoint {
  return async (c) => {
    const bearer = await requireBearer(room, c);
    // The client sends a body only where it has a name to send.
    const body = await readOptionalBody(c, Wish);
    const name = body.friendly_name || DEFAULT_NAME;
    const answer = await asBackend(room.database, async (query) => {
      const user = await loadBearer(room, query, bearer, true);
      if (!(await isRaised(query, bearer.sessionId))) throw new AuthFault('aal2_for_recovery_codes');
      await requireRoom(query, user.id, name);
      const id = randomUUID();
      const factor = { id, userId: user.id, name, type: 'recovery_code', status: 'verified', secret: null } as const;
      await insertFactor(query, { ...factor, now: room.now() });
      return { id, codes: await replaceRecoveryCodes(query, room.keys, id) };
    });
    return c.json({ ...answer, type: 'recovery_code', friendly_name: name, total: RECOVERY_CODES });
  };
}

async function requireRoom(query: RunQuery, userId: string, name: string): Promise<void> {
  if (!(await hasVerifiedFactor(query, userId))) throw new AuthFault('mfa_recovery_codes_sole_factor');
  const factors = await listFactors(query, userId);
  if (factors.some(({ factor_type: type }) => type === 'recovery_code')) {
    throw new AuthFault('mfa_verified_factor_exists');
  }
  if (factors.some(({ friendly_name }) => friendly_name === name)) throw new AuthFault('mfa_factor_name_conflict');
}
