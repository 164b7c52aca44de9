import { asBackend } from '../database/as-caller.ts';
import type { Endpoint } from '../http/env.ts';
import type { AuthDeps } from './auth-deps.ts';
import { loadBearer, requireBearer } from './require-user.ts';
import { showUser } from './user-view.ts';

/** GET /user: the user of the bearer token, as stored in the database. */
export function userGet(deps: AuthDeps): Endpoint {
  return async (c) => {
    const bearer = await requireBearer(deps, c);
    const user = await asBackend(deps.database, async (query) =>
      showUser(query, await loadBearer(deps, query, bearer)),
    );
    return c.json(user);
  };
}
