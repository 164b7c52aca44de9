import { asBackend } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { BackendContext } from '../../http/env.ts';
import { showUser, showUsers } from '../accounts/user-view.ts';
import { USER_COLUMNS, type UserRow, UUID } from '../accounts/users.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { AuthError } from '../errors.ts';

const DEFAULT_PER_PAGE = 50;
const MAX_PER_PAGE = 1000;
/** Pages further on hold no account, and PostgreSQL takes offsets up to 2^63. */
const LAST_PAGE = 1_000_000;

/** GET /admin/users?page=&per_page=: a page of accounts, the newest first, with the headers of paging. */
export async function usersList(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const page = readNumber('page', c.req.query('page'), 1, LAST_PAGE);
  const perPage = readNumber('per_page', c.req.query('per_page'), DEFAULT_PER_PAGE, MAX_PER_PAGE);
  const { users, total } = await asBackend(deps.database, async (query) => {
    const { rows } = await query(
      `select ${USER_COLUMNS} from auth.users order by created_at desc, id limit $1 offset $2`,
      [perPage, (page - 1) * perPage],
    );
    const counted = await query('select count(*)::int as total from auth.users');
    return { users: await showUsers(query, rows as UserRow[]), total: counted.rows[0]?.['total'] as number };
  });
  const pages = Math.ceil(total / perPage);
  // The client reads one digit after the first `=`, so `page` comes first.
  const link = (to: number, rel: string) =>
    `<${deps.keys.issuer}/admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  c.header('Link', [...(pages > page ? [link(page + 1, 'next')] : []), link(pages, 'last')].join(', '));
  c.header('X-Total-Count', String(total));
  return c.json({ users, aud: 'authenticated' });
}

function readNumber(name: string, text: string | undefined, usual: number, most: number): number {
  if (!text) return usual;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value === 0) throw new AuthError('validation_failed', `Bad Pagination Parameters: ${name} must be above 0`);
  return Math.min(value, most);
}

/** GET /admin/users/:id: the account, also a soft-deleted one. */
export async function adminUserGet(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const user = await asBackend(deps.database, async (query) => showUser(query, await requireUserOfPath(c, query)));
  return c.json(user);
}

/**
 * The account of the path, soft-deleted ones included. `forUpdate` locks the row until the transaction ends. Throws
 * AuthError `validation_failed` (404, as GoTrue) for an id that is no UUID, `user_not_found` (404).
 */
export async function requireUserOfPath(c: BackendContext, query: RunQuery, forUpdate = false): Promise<UserRow> {
  const id = c.req.param('id') ?? '';
  if (!UUID.test(id)) throw new AuthError('user_id_malformed');
  const lock = forUpdate ? ' for no key update' : '';
  const { rows } = await query(`select ${USER_COLUMNS} from auth.users where id = $1${lock}`, [id]);
  if (!rows[0]) throw new AuthError('account_not_found');
  return rows[0] as UserRow;
}
