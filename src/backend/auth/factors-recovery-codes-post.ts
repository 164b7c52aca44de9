import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { asBackend } from '../database/as-caller.ts';
import type { RunQuery } from '../database/connect.ts';
import type { AuthDeps, Endpoint } from './auth-deps.ts';
import { AuthError } from './errors.ts';
import { hasVerifiedFactor, insertFactor, listFactors } from './factors.ts';
import { readOptionalBody } from './read-body.ts';
import { RECOVERY_CODES, replaceRecoveryCodes } from './recovery-codes.ts';
import { loadBearer, requireBearer } from './require-user.ts';
import { isRaised } from './sessions.ts';

const Params = z.object({ friendly_name: z.string().trim().max(100).nullish() });
const DEFAULT_NAME = 'Recovery codes';

/** POST /factors/recovery-codes: the first set of codes, shown only here; they never are the only second step. */
export function recoveryCodesPost(deps: AuthDeps): Endpoint {
  return async (c) => {
    const bearer = await requireBearer(deps, c);
    // The client sends a body only where it has a name to send.
    const body = await readOptionalBody(c, Params);
    const name = body.friendly_name || DEFAULT_NAME;
    const answer = await asBackend(deps.database, async (query) => {
      const user = await loadBearer(deps, query, bearer, true);
      if (!(await isRaised(query, bearer.sessionId))) throw new AuthError('aal2_for_recovery_codes');
      await requireSpace(query, user.id, name);
      const id = randomUUID();
      const factor = { id, userId: user.id, name, type: 'recovery_code', status: 'verified', secret: null } as const;
      await insertFactor(query, { ...factor, now: deps.now() });
      return { id, codes: await replaceRecoveryCodes(query, deps.keys, id) };
    });
    return c.json({ ...answer, type: 'recovery_code', friendly_name: name, total: RECOVERY_CODES });
  };
}

async function requireSpace(query: RunQuery, userId: string, name: string): Promise<void> {
  if (!(await hasVerifiedFactor(query, userId))) throw new AuthError('mfa_recovery_codes_sole_factor');
  const factors = await listFactors(query, userId);
  if (factors.some(({ factor_type: type }) => type === 'recovery_code')) {
    throw new AuthError('mfa_verified_factor_exists');
  }
  if (factors.some(({ friendly_name }) => friendly_name === name)) throw new AuthError('mfa_factor_name_conflict');
}
