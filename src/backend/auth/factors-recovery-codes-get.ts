import { asBackend } from '../database/as-caller.ts';
import type { AuthDeps, Endpoint } from './auth-deps.ts';
import { countRecoveryCodes, RECOVERY_CODES, requireRecoveryCodes } from './recovery-codes.ts';
import { loadBearer, requireBearer } from './require-user.ts';

/** GET /factors/recovery-codes: how many are left; at any level, and never the codes. */
export function recoveryCodesGet(deps: AuthDeps): Endpoint {
  return async (c) => {
    const bearer = await requireBearer(deps, c);
    const status = await asBackend(deps.database, async (query) => {
      const user = await loadBearer(deps, query, bearer);
      const { id } = await requireRecoveryCodes(query, user.id);
      return { id, type: 'recovery_code', total: RECOVERY_CODES, remaining: await countRecoveryCodes(query, id) };
    });
    return c.json(status);
  };
}
