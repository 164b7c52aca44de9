import { z } from 'zod';
import { asBackend } from '../database/as-caller.ts';
import type { AuthDeps, Endpoint } from './auth-deps.ts';
import { AuthError } from './errors.ts';
import { raiseSession } from './raise-session.ts';
import { readBody } from './read-body.ts';
import { requireRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts';
import { loadBearer, requireBearer } from './require-user.ts';

const Verify = z.object({ code: z.string().max(100).nullish() });

/** POST /factors/recovery-codes/verify: a session at aal2 for one of the codes, which is then used up. */
export function recoveryCodesVerify(deps: AuthDeps): Endpoint {
  return async (c) => {
    const bearer = await requireBearer(deps, c);
    const { code: typed } = await readBody(c, Verify);
    if (!typed) throw new AuthError('validation_failed', 'Code needs to be non-empty');
    await deps.limits.requireRecoveryCode(bearer.userId);
    const session = await asBackend(deps.database, async (query) => {
      const user = await loadBearer(deps, query, bearer, true);
      const { id: factorId } = await requireRecoveryCodes(query, user.id).catch(asWrongCode);
      await takeRecoveryCode(query, deps.keys, { factorId, typed, now: deps.now() });
      return raiseSession(deps, query, user, bearer, { factorId, method: 'mfa/recovery_code' });
    });
    await deps.limits.forgetRecoveryCodes(bearer.userId);
    return c.json(session);
  };
}

/** Who has no codes is told no more than who typed a wrong one. */
function asWrongCode(error: unknown): never {
  const hasNone = error instanceof AuthError && error.code === 'mfa_factor_not_found';
  throw hasNone ? new AuthError('recovery_code_invalid') : error;
}
