import { asBackend } from '../../database/as-caller.ts';
import type { Endpoint } from '../../http/env.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { AuthError } from '../errors.ts';
import { showUsers } from '../user-view.ts';
import type { UserRow } from '../users.ts';
import { USER_COLUMNS } from '../users.ts';

const USUAL_PER_PAGE = 50;
const MOST_PER_PAGE = 1000;
/** Pages further on hold no account, and PostgreSQL takes offsets up to 2^63. */
const LAST_PAGE = 1_000_000;

/** GET /admin/users?page=&per_page=: a page of accounts, the newest first, with the headers of paging. */
export function usersList(deps: AuthDeps): Endpoint {
  return async (c) => {
    const page = readNumber('page', c.req.query('page'), 1, LAST_PAGE);
    const perPage = readNumber('per_page', c.req.query('per_page'), USUAL_PER_PAGE, MOST_PER_PAGE);
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
  };
}

function readNumber(name: string, text: string | undefined, usual: number, most: number): number {
  if (!text) return usual;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value === 0) throw new AuthError('validation_failed', `Bad Pagination Parameters: ${name} must be above 0`);
  return Math.min(value, most);
}
