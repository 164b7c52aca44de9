import { asBackend } from '../../database/as-caller.ts';
import type { Endpoint } from '../../http/env.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { showUser } from '../user-view.ts';
import { requireAccount } from './find-account.ts';

/** GET /admin/users/:id: the account, also a soft-deleted one. */
export function adminUserGet(deps: AuthDeps): Endpoint {
  return async (c) => {
    const user = await asBackend(deps.database, async (query) => showUser(query, await requireAccount(c, query)));
    return c.json(user);
  };
}
