import { asBackend } from '../database/as-caller.ts';
import type { Endpoint } from '../http/env.ts';
import type { AuthDeps } from './auth-deps.ts';
import { AuthError } from './errors.ts';
import { deleteFactor, listFactors, requireFactor } from './factors.ts';
import { loadBearer, requireBearer } from './require-user.ts';
import { isAal2Session } from './sessions.ts';

/** DELETE /factors/:id: removes an authenticator app. Sessions that reached aal2 with it return to aal1. */
export function factorsDelete(deps: AuthDeps): Endpoint {
  return async (c) => {
    const bearer = await requireBearer(deps, c);
    const id = await asBackend(deps.database, async (query) => {
      const user = await loadBearer(deps, query, bearer, true);
      const factor = await requireFactor(query, user.id, c.req.param('id') ?? '');
      if (factor.status === 'verified') {
        if (!(await isAal2Session(query, bearer.sessionId))) throw new AuthError('aal2_to_unenroll');
        const others = (await listFactors(query, user.id)).filter((one) => one.id !== factor.id);
        const leavesOnlyCodes =
          others.some(({ factor_type: type }) => type === 'recovery_code') &&
          !others.some(({ factor_type: type, status }) => type === 'totp' && status === 'verified');
        if (leavesOnlyCodes) throw new AuthError('mfa_recovery_codes_sole_factor');
      }
      await deleteFactor(query, factor.id);
      return factor.id;
    });
    return c.json({ id });
  };
}
