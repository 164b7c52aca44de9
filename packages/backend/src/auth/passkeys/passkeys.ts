import { z } from 'zod';
import { type AuthDeps, type AuthTx, inAuthTransaction, readAuthBody } from '../auth-deps.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { BackendContext } from '../../http/env.ts';
import { UUID, type UserRow, findUserById } from '../accounts/users.ts';
import { AuthError } from '../errors.ts';
import { hasMfa } from '../factors/factors.ts';
import { type Bearer, loadBearer, requireBearer } from '../sessions/require-user.ts';
import { endSessionsWhere, isAal2Session } from '../sessions/sessions.ts';
import { toRfc3339 } from '../timestamps.ts';

/** GoTrue's default limit. */
export const MAX_PASSKEYS = 10;

/** A row of auth.webauthn_credentials. Times are PostgreSQL's text. */
export type PasskeyRow = {
  id: string;
  user_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: string;
  transports: string[];
  friendly_name: string;
  created_at: string;
  last_used_at: string | null;
};

const COLUMNS = `id, user_id, credential_id, public_key, sign_count, transports, friendly_name, created_at, last_used_at`;

/** The passkeys of a user, oldest first. */
export async function listPasskeys(query: RunQuery, userId: string): Promise<PasskeyRow[]> {
  const { rows } = await query(
    `select ${COLUMNS} from auth.webauthn_credentials where user_id = $1 order by created_at, id`,
    [userId],
  );
  return rows as PasskeyRow[];
}

/** The passkey with this credential id, or null. */
export async function findPasskey(query: RunQuery, credentialId: Buffer): Promise<PasskeyRow | null> {
  const { rows } = await query(`select ${COLUMNS} from auth.webauthn_credentials where credential_id = $1`, [
    credentialId,
  ]);
  return (rows[0] as PasskeyRow | undefined) ?? null;
}

/** Whether the user has a passkey. */
export async function hasPasskey(query: RunQuery, userId: string): Promise<boolean> {
  const { rowCount } = await query('select from auth.webauthn_credentials where user_id = $1 limit 1', [userId]);
  return rowCount === 1;
}

/**
 * The user of the bearer, locked, who may add and remove passkeys. GoTrue asks for aal2 where the user has MFA; here also
 * where they have a passkey, so that a password alone adds no other. Throws AuthError as `loadBearer` does, and
 * `aal2_for_passkeys`.
 */
export async function loadManager(tx: AuthTx, bearer: Bearer): Promise<UserRow> {
  const user = await loadBearer(tx, bearer, true);
  const isProtected = (await hasMfa(tx.query, user.id)) || (await hasPasskey(tx.query, user.id));
  if (isProtected && !(await isAal2Session(tx.query, bearer.sessionId))) throw new AuthError('aal2_for_passkeys');
  return user;
}

/** A passkey in GoTrue's form. */
export function viewPasskey({ id, friendly_name, created_at, last_used_at }: PasskeyRow) {
  return {
    id,
    friendly_name: friendly_name || undefined,
    created_at: toRfc3339(created_at),
    last_used_at: toRfc3339(last_used_at),
  };
}

/** GET /passkeys: those of the signed-in user. */
export async function passkeysGet(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  const passkeys = await inAuthTransaction(deps, async (tx) => {
    const user = await loadBearer(tx, bearer);
    return listPasskeys(tx.query, user.id);
  });
  return c.json(passkeys.map(viewPasskey));
}

const Update = z.object({ friendly_name: z.string().trim().min(1).max(120) });

/** PATCH /passkeys/:id: another name. */
export async function passkeysPatch(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  const { friendly_name: name } = await readAuthBody(c, Update);
  const renamed = await inAuthTransaction(deps, async (tx) => {
    const user = await loadBearer(tx, bearer, true);
    const { rows } = await tx.query(
      `update auth.webauthn_credentials set friendly_name = $3, updated_at = $4 where id = $1 and user_id = $2
       returning ${COLUMNS}`,
      [passkeyId(c), user.id, name, tx.now().toISOString()],
    );
    return rows[0] as PasskeyRow | undefined;
  });
  if (!renamed) throw new AuthError('passkey_not_found');
  return c.json(viewPasskey(renamed));
}

/**
 * DELETE /passkeys/:id: removes a passkey, and ends the user's other sessions that a passkey opened. GoTrue keeps them.
 * Answers 204.
 */
export async function passkeysDelete(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  await inAuthTransaction(deps, async (tx) => {
    const user = await loadManager(tx, bearer);
    await removePasskey(tx, user.id, passkeyId(c), bearer.sessionId);
  });
  return c.body(null, 204);
}

async function removePasskey(tx: AuthTx, userId: string, id: string, keptSession: string | null): Promise<void> {
  const { rowCount } = await tx.query('delete from auth.webauthn_credentials where id = $1 and user_id = $2', [
    id,
    userId,
  ]);
  if (rowCount === 0) throw new AuthError('passkey_not_found');
  const opened = `id in (select session_id from auth.mfa_amr_claims where authentication_method = '${PASSKEY_METHOD}')`;
  await endSessionsWhere(tx.query, userId, `id is distinct from $2 and ${opened}`, keptSession);
}

/** How `amr` names a sign-in by passkey (internal/models/factor.go of supabase/auth). */
export const PASSKEY_METHOD = 'passkey';

function passkeyId(c: BackendContext, name = 'id'): string {
  const id = c.req.param(name) ?? '';
  if (!UUID.test(id)) throw new AuthError('passkey_not_found');
  return id;
}

/** GET /admin/users/:id/passkeys: those of any user, for the service key. */
export async function userPasskeysGet(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const passkeys = await inAuthTransaction(deps, async (tx) => listPasskeys(tx.query, (await userOf(tx, c)).id));
  return c.json(passkeys.map(viewPasskey));
}

/** DELETE /admin/users/:id/passkeys/:passkeyId: removes one, as DELETE /passkeys/:id does. Answers 204. */
export async function userPasskeysDelete(deps: AuthDeps, c: BackendContext): Promise<Response> {
  await inAuthTransaction(deps, async (tx) =>
    removePasskey(tx, (await userOf(tx, c)).id, passkeyId(c, 'passkeyId'), null),
  );
  return c.body(null, 204);
}

async function userOf(tx: AuthTx, c: BackendContext): Promise<UserRow> {
  const id = c.req.param('id') ?? '';
  if (!UUID.test(id)) throw new AuthError('user_id_malformed');
  const user = await findUserById(tx.query, id, true);
  if (!user) throw new AuthError('account_not_found');
  return user;
}
