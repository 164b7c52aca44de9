import { asBackend } from '../database/as-caller.ts';
import type { Endpoint } from '../http/env.ts';
import type { AuthDeps } from './auth-deps.ts';
import { AuthError } from './errors.ts';
import { loadBearer, requireBearer } from './require-user.ts';
import { UUID } from './users.ts';

/**
 * DELETE /user/identities/:id: always rejected, with GoTrue's errors in its order. The last identity cannot be unlinked,
 * because nobody could sign in any more; unlinking another is switched off, as in GoTrue by default.
 */
export function userIdentitiesDelete(deps: AuthDeps): Endpoint {
  return async (c) => {
    const bearer = await requireBearer(deps, c);
    const id = c.req.param('id') ?? '';
    if (!UUID.test(id)) throw new AuthError('identity_id_malformed');
    const identities = await asBackend(deps.database, async (query) => {
      const user = await loadBearer(deps, query, bearer);
      const { rows } = await query('select id from auth.identities where user_id = $1', [user.id]);
      return rows;
    });
    if (identities.length <= 1) throw new AuthError('single_identity_not_deletable');
    if (!identities.some((one) => one['id'] === id)) throw new AuthError('identity_not_found');
    throw new AuthError('manual_linking_disabled');
  };
}
