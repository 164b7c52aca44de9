import { asBackend } from '../database/as-caller.ts';
import type { AuthRoom, Endpoint } from './auth-room.ts';
import { loadBearer, requireBearer } from './require-user.ts';
import { showUser } from './user-view.ts';

/** GET /user: who the bearer is, as the database knows her now. */
export function userGet(room: AuthRoom): Endpoint {
  return async (c) => {
    const bearer = await requireBearer(room, c);
    const user = await asBackend(room.database, async (query) =>
      showUser(query, await loadBearer(room, query, bearer)),
    );
    return c.json(user);
  };
}
