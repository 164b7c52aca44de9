import { z } from 'zod';
import { type AuthDeps, type AuthTx, clientInfo, inAuthTransaction, readAuthBody } from '../auth-deps.ts';
import { addressKey } from '../../http/client-address.ts';
import type { BackendContext } from '../../http/env.ts';
import { AuthError } from '../errors.ts';
import {
  countingMailTo,
  requireAddressPause,
  requireMailPause,
  requireNoAddressPause,
} from '../mail-links/mail-frequency.ts';
import { pkceFields } from '../mail-links/flow-state.ts';
import { type LinkTarget, linkTargetOf } from '../mail-links/redirect-to.ts';
import { sendConfirmation } from '../mail-links/send-account-mail.ts';
import { type ClientInfo, type SessionAnswer, openSession } from '../sessions/sessions.ts';
import { isAfter } from '../timestamps.ts';
import { requireEmailAddress } from './email-address.ts';
import { hashPassword, requireUsablePassword, withPasswordWork } from './passwords.ts';
import { type UserView, showUser } from './user-view.ts';
import {
  type Metadata,
  type UserRow,
  deleteUser,
  findUserByEmail,
  insertAnonymousUser,
  insertUser,
  isSelfRegistered,
  userMetadata,
  withPlaceholderUser,
} from './users.ts';

const Signup = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: userMetadata.nullish(),
  ...pkceFields,
});

type Registration = { email: string; passwordHash: string; data: Metadata; target: LinkTarget; client: ClientInfo };

/**
 * POST /signup: creates an account. Answers with the user; with a session where confirmation is switched off, and for an
 * anonymous account.
 */
export async function signup(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const client = clientInfo(c);
  await deps.limits.requireSignUp(client.address);
  const body = await readAuthBody(c, Signup);
  if (!body.email && !body.phone) return c.json(await signUpAnonymously(deps, body.data ?? {}, client));
  const { email, password } = requireOffered(deps, body);
  const target = linkTargetOf(deps, c, body);
  const register = async (by: typeof registerUnconfirmed | typeof registerConfirmed) => {
    const passwordHash = await withPasswordWork(addressKey(client.address), () => hashPassword(password));
    const params = { email, passwordHash, data: body.data ?? {}, target, client };
    return inAuthTransaction<UserView | SessionAnswer>(deps, (tx) => by(tx, params));
  };
  const answer = deps.settings.confirmEmail
    ? await countingMailTo(deps, email, client, () => register(registerUnconfirmed))
    : await register(registerConfirmed);
  deps.outbox.wake();
  return c.json(answer);
}

function requireOffered(deps: AuthDeps, body: z.infer<typeof Signup>): { email: string; password: string } {
  if (!deps.settings.allowSignup) throw new AuthError('signup_disabled');
  if (!body.email) throw new AuthError('phone_provider_disabled', 'Phone signups are disabled');
  const password = body.password ?? '';
  if (password === '') throw new AuthError('validation_failed', 'Signup requires a valid password');
  requireUsablePassword(password, deps.settings.auth.passwordMinLength);
  return { email: requireEmailAddress(body.email), password };
}

/**
 * Answers alike, with the same work, whether or not the address has an account (decision 15). GoTrue reveals an
 * existing account by a user without role and identities (protocol.md 1.4).
 */
async function registerUnconfirmed(tx: AuthTx, params: Registration): Promise<UserView> {
  await requireNoAddressPause(tx, 'confirmation', params.email);
  const user = await claimAddress(tx, params);
  const confirm = (one: UserRow) => sendConfirmation(tx, one, params.target);
  if (!isKept(user, tx.now())) return showUser(tx.query, await confirm(user));

  if (user.confirmed_at === null) await confirm(user);
  else await requireAddressPause(tx, 'confirmation', params.email);
  return withPlaceholderUser(tx.query, { ...params, now: tx.now() }, async (placeholder) => {
    const shown = await showUser(tx.query, await confirm(placeholder));
    return JSON.parse(JSON.stringify(shown).replaceAll(placeholder.email ?? '', () => params.email)) as UserView;
  });
}

async function registerConfirmed(tx: AuthTx, params: Registration): Promise<SessionAnswer> {
  const user = await insertUser(tx.query, { ...params, confirmedBy: 'not_asked', now: tx.now() });
  if (!user) throw new AuthError('user_already_exists');
  return openSession(tx, user, 'password', params.client);
}

/** The first attempt finds the account, the second replaces it; the third allows for a concurrent sign-up. */
const CLAIMS = 3;

/**
 * Creates the account of an address, or returns one that is kept. An unconfirmed account is replaced
 * with its password, metadata and links, so that only the newest mail confirms, and confirms what was sent with it.
 * GoTrue keeps the first password (protocol.md 1.4), whose owner could then sign in to an account that somebody else
 * confirmed. Throws AuthError `over_email_send_rate_limit` within the pause after the last mail, without changes.
 */
async function claimAddress(tx: AuthTx, params: Registration): Promise<UserRow> {
  for (let claim = 0; claim < CLAIMS; claim += 1) {
    const inserted = await insertUser(tx.query, { ...params, confirmedBy: null, now: tx.now() });
    if (inserted) return inserted;
    const known = await findUserByEmail(tx.query, params.email, true);
    if (!known) continue;
    if (isKept(known, tx.now())) return known;
    requireMailPause(known.confirmation_sent_at, tx.now());
    await deleteUser(tx.query, known.id);
  }
  // Only a soft-deleted user can occupy an address without being found.
  throw new AuthError('signup_disabled', 'This email address cannot be registered');
}

/**
 * A sign-up must not set the password of an account that is confirmed, or that was created by an invitation or the
 * service key and may have rights; and it must not end a ban.
 */
function isKept(user: UserRow, now: Date): boolean {
  return user.confirmed_at !== null || !isSelfRegistered(user) || isAfter(user.banned_until, now);
}

/**
 * POST /signup without an address: a session of a new account that has no identity. It becomes an ordinary account when
 * an address is added and confirmed. Throws AuthError `signup_disabled` or `anonymous_provider_disabled`.
 */
async function signUpAnonymously(deps: AuthDeps, data: Metadata, client: ClientInfo): Promise<SessionAnswer> {
  if (!deps.settings.allowSignup) throw new AuthError('signup_disabled');
  if (!deps.settings.auth.anonymousSignIns) throw new AuthError('anonymous_provider_disabled');
  await deps.limits.requireAnonymousSignUp(client.address);
  return inAuthTransaction(deps, async (tx) => {
    const user = await insertAnonymousUser(tx.query, data, deps.now());
    return openSession(tx, user, 'anonymous', client);
  });
}
