import type { RunQuery } from '../../database/connect.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { AuthError } from '../errors.ts';
import type { LinkTarget } from '../mail-links/redirect-to.ts';
import { requireMailPause } from '../mail-links/mail-frequency.ts';
import { forgetOneTimeTokens } from '../mail-links/one-time-tokens.ts';
import { findUserByEmail, replaceEmail, type UserRow, withPlaceholderUser } from './users.ts';
import { requestEmailChange, sendEmailChange } from '../mail-links/send-account-mail.ts';

/**
 * Requests another address for a user, or sets it at once where addresses are not confirmed. Throws AuthError
 * `email_exists` for an address that is taken; an anonymous user, who can be anybody, is answered as for a free address,
 * and nothing is mailed.
 */
export async function changeEmail(
  deps: AuthDeps,
  query: RunQuery,
  user: UserRow,
  email: string,
  target: LinkTarget,
): Promise<UserRow> {
  const { confirmEmail } = deps.settings;
  const isTaken = (await findUserByEmail(query, email)) !== null;
  if (isTaken && user.is_anonymous && confirmEmail) return concealTaken(deps, query, user, email, target);
  if (isTaken) throw new AuthError('email_exists');
  if (!confirmEmail) return replaceEmail(query, user, email, 'not_asked', deps.now());
  return sendEmailChange(deps, query, user, email, target);
}

/** Links of an earlier request must not confirm this address. */
async function concealTaken(
  deps: AuthDeps,
  query: RunQuery,
  user: UserRow,
  email: string,
  target: LinkTarget,
): Promise<UserRow> {
  requireMailPause(user.email_change_sent_at, deps.now());
  const newUser = { passwordHash: null, data: {}, now: deps.now() };
  await withPlaceholderUser(query, newUser, (placeholder) =>
    sendEmailChange(deps, query, { ...placeholder, email: null }, placeholder.email ?? '', target),
  );
  await forgetOneTimeTokens(query, user.id);
  return requestEmailChange(deps, query, user, email);
}
