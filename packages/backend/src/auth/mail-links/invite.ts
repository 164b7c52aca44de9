import { z } from 'zod';
import { asBackend, asCaller } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import { bearerOf } from '../../http/identify-caller.ts';
import type { BackendContext } from '../../http/env.ts';
import { type AuthDeps, clientInfo } from '../auth-deps.ts';
import { requireEmailAddress } from '../accounts/email-address.ts';
import { AuthError } from '../errors.ts';
import { countingMailTo } from './mail-frequency.ts';
import { readAuthBody } from '../read-body.ts';
import { redirectOf } from './redirect-to.ts';
import { loadBearer, requireBearer } from '../sessions/require-user.ts';
import { sendInvite } from './send-account-mail.ts';
import {
  discardUnconfirmedData,
  findUserByEmail,
  insertUser,
  type Metadata,
  userMetadata,
  type UserRow,
} from '../accounts/users.ts';
import { showUser } from '../accounts/user-view.ts';

const Invite = z.object({ email: z.string().nullish(), data: userMetadata.nullish() });

/**
 * POST /invite: creates an account without a password and mails a link to it. Allowed for the service key, as in
 * GoTrue, and for administrators (decision 7).
 */
export async function invite(deps: AuthDeps, c: BackendContext): Promise<Response> {
  await requireInviter(deps, c);
  const body = await readAuthBody(c, Invite);
  const email = requireEmailAddress(body.email ?? '');
  const client = clientInfo(c);
  await deps.limits.requireMail(client.address);
  const answer = await countingMailTo(deps, email, client, () =>
    asBackend(deps.database, async (query) => {
      const user = await openAccount(deps, query, email, body.data ?? {});
      return showUser(query, await sendInvite(deps, query, user, redirectOf(deps, c)));
    }),
  );
  deps.outbox.wake();
  return c.json(answer);
}

/** Allows the service key, and users for whom `is_admin()` is true. Throws AuthError `not_admin`. */
async function requireInviter(deps: AuthDeps, c: BackendContext): Promise<void> {
  const { claims } = await deps.keys.verify(bearerOf(c) ?? '');
  if (claims?.role === 'service_role') return;
  const bearer = await requireBearer(deps, c);
  await asBackend(deps.database, (query) => loadBearer(deps, query, bearer));
  const caller = { role: 'authenticated', claims: { ...claims, role: 'authenticated' } } as const;
  const { rows } = await asCaller(deps.database, caller, { readOnly: true }, (query) =>
    query('select public.is_admin() as is_admin'),
  );
  if (rows[0]?.is_admin !== true) throw new AuthError('not_admin');
}

/**
 * Creates the account, or takes over an unconfirmed one without its password and metadata: the person who registered
 * the address first must not know the password of an account that an administrator trusts. Metadata of an earlier
 * invitation is kept unless this one overrides it. Throws AuthError `email_exists`.
 */
async function openAccount(deps: AuthDeps, query: RunQuery, email: string, data: Metadata): Promise<UserRow> {
  const params = { email, passwordHash: null, data, confirmedBy: null, now: deps.now() };
  const inserted = await insertUser(query, params);
  if (inserted) return inserted;
  const known = await findUserByEmail(query, email, true);
  if (!known || known.confirmed_at !== null) throw new AuthError('email_exists');
  const before = known.invited_at === null ? {} : (known.raw_user_meta_data ?? {});
  return discardUnconfirmedData(query, known, { ...before, ...data }, deps.now());
}
