import { asBackend } from '../database/as-caller.ts';
import type { AuthRoom, Endpoint } from './auth-room.ts';
import { countRecoveryCodes, RECOVERY_CODES, requireRecoveryCodes } from './recovery-codes.ts';
import { loadBearer, requireBearer } from './require-user.ts';

/** GET /factors/recovery-codes: how many are left; at any level, and never the codes. */
export function recoveryCodesGet(room: AuthRoom): Endpoint {
  return async (c) => {
    const bearer = await requireBearer(room, c);
    const status = await asBackend(room.database, async (query) => {
      const user = await loadBearer(room, query, bearer);
      const { id } = await requireRecoveryCodes(query, user.id);
      return { id, type: 'recovery_code', total: RECOVERY_CODES, remaining: await countRecoveryCodes(query, id) };
    });
    return c.json(status);
  };
}
