import { asBackend } from '../database/as-caller.ts';
import type { AuthRoom, Endpoint } from './auth-room.ts';
import { AuthFault } from './errors.ts';
import { RECOVERY_CODES, replaceRecoveryCodes, requireRecoveryCodes } from './recovery-codes.ts';
import { loadBearer, requireBearer } from './require-user.ts';
import { isRaised } from './sessions.ts';

/** POST /factors/recovery-codes/regenerate: a new set; the codes of the old one stop working. */
export function recoveryCodesRegenerate(room: AuthRoom): Endpoint {
  return async (c) => {
    const bearer = await requireBearer(room, c);
    const answer = await asBackend(room.database, async (query) => {
      const user = await loadBearer(room, query, bearer, true);
      if (!(await isRaised(query, bearer.sessionId))) throw new AuthFault('aal2_for_recovery_codes');
      const { id, friendly_name } = await requireRecoveryCodes(query, user.id);
      return { id, friendly_name, codes: await replaceRecoveryCodes(query, room.keys, id) };
    });
    await room.limits.forgetRecoveryCodes(bearer.userId);
    return c.json({ ...answer, type: 'recovery_code', total: RECOVERY_CODES });
  };
}
