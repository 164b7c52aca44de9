import { z } from 'zod';
import { asBackend } from '../../database/as-caller.ts';
import type { Endpoint } from '../../http/env.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { AuthError } from '../errors.ts';
import { readOptionalBody } from '../read-body.ts';
import { deleteUser } from '../users.ts';
import { requireAccount } from './find-account.ts';
import { softDeleteUser } from './soft-delete-user.ts';

const Deletion = z.object({ should_soft_delete: z.boolean().nullish() });

/** DELETE /admin/users/:id: removes an account, or with `should_soft_delete` only what it says about a person. */
export function adminUserDelete(deps: AuthDeps): Endpoint {
  return async (c) => {
    const { should_soft_delete: isSoft } = await readOptionalBody(c, Deletion);
    await asBackend(deps.database, async (query) => {
      const user = await requireAccount(c, query, true);
      if (isSoft) await softDeleteUser(query, deps.keys, user, deps.now());
      else await deleteUser(query, user.id);
    }).catch(asRejected);
    return c.json({});
  };
}

/** Rows that refer to the account without a rule for its end (23503), or a trigger (P0001), may keep it. */
function asRejected(error: unknown): never {
  const { code, message } = error as { code?: string; message: string };
  const isRejected = code === '23503' || code === '23001' || code === 'P0001';
  throw isRejected ? new AuthError('conflict', `Database error deleting user: ${message}`) : error;
}
