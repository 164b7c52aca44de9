import { asBackend } from '../database/as-caller.ts';
import type { AuthDeps, Endpoint } from './auth-deps.ts';
import { AuthError } from './errors.ts';
import { requireRecoveryCodes } from './recovery-codes.ts';
import { loadBearer, requireBearer } from './require-user.ts';
import { isRaised } from './sessions.ts';

/** DELETE /factors/recovery-codes: takes all codes away. A session that rose by one stays: the code was spent for it. */
export function recoveryCodesDelete(deps: AuthDeps): Endpoint {
  return async (c) => {
    const bearer = await requireBearer(deps, c);
    const id = await asBackend(deps.database, async (query) => {
      const user = await loadBearer(deps, query, bearer, true);
      if (!(await isRaised(query, bearer.sessionId))) throw new AuthError('aal2_for_recovery_codes');
      const factor = await requireRecoveryCodes(query, user.id);
      await query('delete from auth.mfa_factors where id = $1', [factor.id]);
      return factor.id;
    });
    return c.json({ id });
  };
}
