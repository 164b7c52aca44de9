import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  USER_COLUMNS,
  UUID,
  type UserRow,
  changeUser,
  deleteUser,
  findUser,
  insertAccount,
} from '../accounts/users.ts';
import { asBackend } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { BackendContext } from '../../http/env.ts';
import { showUser, showUsers, viewFactor } from '../accounts/user-view.ts';
import { type AuthDeps, readAuthBody, readOptionalBody } from '../auth-deps.ts';
import { AuthError } from '../errors.ts';
import { insertIdentity } from '../accounts/identities.ts';
import { AdminUser, type AdminUserParams, checkAdminUser } from './user-params.ts';
import type { Keys } from '../../http/keys.ts';
import { type FactorRow, deleteFactor, deleteFactors, hasMfa, listFactors } from '../factors/factors.ts';
import { endAccess } from '../sessions/sessions.ts';

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
  const user = await findUser(query, 'id = $1', id, forUpdate);
  if (!user) throw new AuthError('account_not_found');
  return user;
}

/** POST /admin/users: creates an account, without any mail. */
export async function usersPost(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const body = await readAuthBody(c, AdminUser);
  if (!body.email && !body.phone) {
    throw new AuthError('validation_failed', 'Cannot create a user without either an email or phone');
  }
  const params = await checkAdminUser(body, deps.settings.auth.passwordMinLength);
  const user = await asBackend(deps.database, async (query) =>
    showUser(query, await createAccount(query, params, deps.now())),
  );
  return c.json(user);
}

async function createAccount(query: RunQuery, params: AdminUserParams, now: Date): Promise<UserRow> {
  const id = params.id ?? randomUUID();
  const { email, phone, confirmsEmail, confirmsPhone } = params;
  const isConfirmed = email !== null && confirmsEmail;
  const providers = [...(email === null ? [] : ['email']), ...(phone === null ? [] : ['phone'])];
  const about = { sub: id, email: email ?? undefined, email_verified: isConfirmed, phone_verified: confirmsPhone };
  const appData = {
    provider: providers[0],
    providers,
    ...(isConfirmed && { confirmed_by: 'operator' }),
    ...params.appData,
  };
  const columns = {
    id,
    email,
    phone,
    encrypted_password: params.passwordHash,
    raw_app_meta_data: appData,
    // As in GoTrue: only the caller's values, and the confirmation of the address.
    raw_user_meta_data: { ...params.userData, ...(isConfirmed && { email_verified: true }) },
    email_confirmed_at: isConfirmed ? now.toISOString() : null,
    phone_confirmed_at: phone !== null && confirmsPhone ? now.toISOString() : null,
    ...(params.role !== null && { role: params.role }),
  };
  const user = await insertAccount(query, columns, now);
  for (const provider of providers) {
    const data = provider === 'email' ? about : { ...about, phone };
    await insertIdentity(query, { userId: id, provider, providerId: id, data, now });
  }
  if (!params.banMs) return user;
  return changeUser(query, id, { banned_until: new Date(now.getTime() + params.banMs).toISOString() }, now);
}

const Deletion = z.object({ should_soft_delete: z.boolean().nullish() });

/** DELETE /admin/users/:id: removes an account, or with `should_soft_delete` only what it says about a person. */
export async function adminUserDelete(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const { should_soft_delete: isSoft } = await readOptionalBody(c, Deletion);
  await asBackend(deps.database, async (query) => {
    const user = await requireUserOfPath(c, query, true);
    if (isSoft) await softDeleteUser(query, deps.keys, user, deps.now());
    else await deleteUser(query, user.id);
  }).catch(asRejected);
  return c.json({});
}

/** Rows that refer to the account without a rule for its end (23503), or a trigger (P0001), may keep it. */
function asRejected(error: unknown): never {
  const { code, message } = error as { code?: string; message: string };
  const isRejected = code === '23503' || code === '23001' || code === 'P0001';
  throw isRejected ? new AuthError('conflict', `Database error deleting user: ${message}`) : error;
}

/**
 * Keeps the row and its id, for the rows that refer to it, and removes what it says about a person: address, number and
 * the subjects of identities become keyed hashes, so that nobody can test a guess; metadata, password, factors, sessions
 * and links are deleted. The address may be registered again.
 */
async function softDeleteUser(query: RunQuery, keys: Keys, user: UserRow, now: Date): Promise<void> {
  if (user.deleted_at !== null) return;
  const hash = (text: string | null): string | null =>
    text === null ? null : keys.derive('deleted-user', `${user.id}\n${text}`);
  const { rows } = await query('select id, provider_id from auth.identities where user_id = $1', [user.id]);
  for (const { id, provider_id: subject } of rows) {
    await query(`update auth.identities set provider_id = $2, identity_data = '{}', updated_at = $3 where id = $1`, [
      id,
      hash(subject as string),
      now.toISOString(),
    ]);
  }
  await deleteFactors(query, user.id);
  await endAccess(query, user.id);
  await query('delete from auth.known_clients where user_id = $1', [user.id]);
  await query(
    `update auth.users set email = $2, phone = $3, encrypted_password = null, email_change = '', phone_change = '',
       raw_app_meta_data = '{}', raw_user_meta_data = '{}', deleted_at = $4, updated_at = $4 where id = $1`,
    [user.id, hash(user.email), hash(user.phone), now.toISOString()],
  );
}

/** GET /admin/users/:id/factors: the factors of an account, without secrets. */
export async function userFactorsGet(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const factors = await asBackend(deps.database, async (query) => {
    const user = await requireUserOfPath(c, query);
    return listFactors(query, user.id);
  });
  return c.json(factors.map(viewFactor));
}

/** DELETE /admin/users/:id/factors/:factorId: removes a factor, for somebody who lost it. Answers it. */
export async function userFactorsDelete(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const factor = await asBackend(deps.database, async (query) => {
    const user = await requireUserOfPath(c, query, true);
    const wanted = c.req.param('factorId')?.toLowerCase();
    const found = (await listFactors(query, user.id)).find((one) => one.id === wanted);
    if (!found) throw new AuthError('mfa_factor_not_found');
    await deleteFactor(query, found.id);
    await deleteCodesWithoutApp(query, user.id);
    return found;
  });
  return c.json(viewFactor(factor));
}

/** Recovery codes stand in for an authenticator app, so they go with the last one. */
async function deleteCodesWithoutApp(query: RunQuery, userId: string): Promise<void> {
  if (await hasMfa(query, userId)) return;
  const isCodes = ({ factor_type: type }: FactorRow): boolean => type === 'recovery_code';
  for (const codes of (await listFactors(query, userId)).filter(isCodes)) await deleteFactor(query, codes.id);
}
