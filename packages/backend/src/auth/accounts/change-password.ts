import { asBackend } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { BackendContext } from '../../http/env.ts';
import { type AuthDeps, clientInfo } from '../auth-deps.ts';
import { AuthError } from '../errors.ts';
import { forgetFlows } from '../mail-links/flow-state.ts';
import { countingMailTo } from '../mail-links/mail-frequency.ts';
import { forgetOneTimeTokens, hasCode, linkToken } from '../mail-links/one-time-tokens.ts';
import { sendReauthentication } from '../mail-links/send-account-mail.ts';
import { type Bearer, loadBearer, requireBearer } from '../sessions/require-user.ts';
import { endSessions, isSessionSince } from '../sessions/sessions.ts';
import { hashPassword, isPassword, requireUsablePassword, withPasswordWork } from './passwords.ts';
import { changeUser, type UserRow } from './users.ts';

/** A session that is older needs a mailed code for a new password, where AuthSettings.securePasswordChange is on. */
const RECENT_MS = 24 * 3600 * 1000;

type Wanted = { password: string; current_password?: string | null | undefined; nonce?: string | null | undefined };

/**
 * Checks a new password and, where it needs one, the code of GET /reauthenticate. Returns the hash of the password. Runs outside
 * of a transaction, because bcrypt takes long. Throws AuthError `weak_password`, `validation_failed`,
 * `reauthentication_needed`, `reauthentication_not_valid`, `current_password_invalid` or `same_password`.
 */
export async function prepareNewPassword(
  deps: AuthDeps,
  wanted: Wanted,
  user: UserRow,
  bearer: Bearer,
): Promise<string> {
  requireUsablePassword(wanted.password, deps.settings.auth.passwordMinLength);
  await deps.limits.requirePasswordChange(user.id);
  await checkNonce(deps, wanted.nonce, user, bearer);
  return withPasswordWork(user.id, async () => {
    const isCurrent = (password: string) => isPassword(password, user.encrypted_password);
    if (wanted.current_password && !(await isCurrent(wanted.current_password))) {
      throw new AuthError('current_password_invalid');
    }
    if (user.encrypted_password && (await isCurrent(wanted.password))) throw new AuthError('same_password');
    return hashPassword(wanted.password);
  });
}

/** Used up by the change, which deletes all one-time tokens of the user; of two concurrent changes one succeeds. */
async function checkNonce(
  deps: AuthDeps,
  nonce: string | null | undefined,
  user: UserRow,
  bearer: Bearer,
): Promise<void> {
  if (!deps.settings.auth.securePasswordChange || !user.email) return;
  const since = new Date(deps.now().getTime() - RECENT_MS);
  if (await asBackend(deps.database, (query) => isSessionSince(query, bearer.sessionId, since))) return;
  if (!nonce) throw new AuthError('reauthentication_needed');
  await deps.limits.requireNonce(user.id);
  const link = linkToken(deps.keys, user.email, nonce);
  const code = { userId: user.id, link, type: 'reauthentication_token', now: deps.now() } as const;
  const isValid = await asBackend(deps.database, (query) => hasCode(query, code));
  if (!isValid) throw new AuthError('reauthentication_not_valid');
}

/**
 * Changes the password, ends the user's other sessions and invalidates older links (protocol.md 1.5). `before` is the
 * user for whom the password was prepared. Throws AuthError `conflict`.
 */
export async function changePassword(
  deps: AuthDeps,
  query: RunQuery,
  { user, before, bearer }: { user: UserRow; before: UserRow; bearer: Bearer },
  encrypted_password: string,
): Promise<UserRow> {
  if (user.encrypted_password !== before.encrypted_password)
    throw new AuthError('conflict', 'The password was changed meanwhile');
  await endSessions(query, user.id, 'others', bearer.sessionId);
  await forgetOneTimeTokens(query, user.id);
  await forgetFlows(query, user.id);
  return changeUser(query, user.id, { encrypted_password }, deps.now());
}

/** GET /reauthenticate: mails a code that PUT /user accepts as `nonce` (AuthSettings.securePasswordChange). Answers `{}`. */
export async function reauthenticate(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  const client = clientInfo(c);
  await deps.limits.requireMail(client.address);
  const { email } = await asBackend(deps.database, (query) => loadBearer(deps, query, bearer));
  if (!email) {
    throw new AuthError('validation_failed', 'Reauthentication requires the user to have an email or a phone number');
  }
  await countingMailTo(deps, email, client, () =>
    asBackend(deps.database, async (query) => {
      const user = await loadBearer(deps, query, bearer, true);
      if (user.email_confirmed_at === null) throw new AuthError('reauthentication_unconfirmed');
      await sendReauthentication(deps, query, user);
    }),
  );
  deps.outbox.wake();
  return c.json({});
}
