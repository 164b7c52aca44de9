import type { RunQuery } from '../../database/connect.ts';
import type { BackendContext } from '../../http/env.ts';
import { AuthError } from '../errors.ts';
import type { UserRow } from '../users.ts';
import { USER_COLUMNS, UUID } from '../users.ts';

/**
 * The account of the path, soft-deleted ones included. `forUpdate` locks the row until the transaction ends. Throws
 * AuthError `validation_failed` (404, as GoTrue) for an id that is no UUID, `user_not_found` (404).
 */
export async function requireAccount(c: BackendContext, query: RunQuery, forUpdate = false): Promise<UserRow> {
  const id = c.req.param('id') ?? '';
  if (!UUID.test(id)) throw new AuthError('user_id_malformed');
  const lock = forUpdate ? ' for no key update' : '';
  const { rows } = await query(`select ${USER_COLUMNS} from auth.users where id = $1${lock}`, [id]);
  if (!rows[0]) throw new AuthError('account_not_found');
  return rows[0] as UserRow;
}
