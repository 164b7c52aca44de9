import { asBackend } from '../database/as-caller.ts';
import type { AuthDeps, Endpoint } from './auth-deps.ts';
import { AuthError } from './errors.ts';
import { RECOVERY_CODES, replaceRecoveryCodes, requireRecoveryCodes } from './recovery-codes.ts';
import { loadBearer, requireBearer } from './require-user.ts';
import { isRaised } from './sessions.ts';

/** POST /factors/recovery-codes/regenerate: a new set; the codes of the old one stop working. */
export function recoveryCodesRegenerate(deps: AuthDeps): Endpoint {
  return async (c) => {
    const bearer = await requireBearer(deps, c);
    const answer = await asBackend(deps.database, async (query) => {
      const user = await loadBearer(deps, query, bearer, true);
      if (!(await isRaised(query, bearer.sessionId))) throw new AuthError('aal2_for_recovery_codes');
      const { id, friendly_name } = await requireRecoveryCodes(query, user.id);
      return { id, friendly_name, codes: await replaceRecoveryCodes(query, deps.keys, id) };
    });
    await deps.limits.forgetRecoveryCodes(bearer.userId);
    return c.json({ ...answer, type: 'recovery_code', total: RECOVERY_CODES });
  };
}
