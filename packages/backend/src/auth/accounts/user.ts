import { z } from 'zod';
import { asBackend } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { BackendContext } from '../../http/env.ts';
import { type AuthDeps, clientInfo } from '../auth-deps.ts';
import { AuthError } from '../errors.ts';
import { hasMfa } from '../factors/factors.ts';
import { countingMailTo } from '../mail-links/mail-frequency.ts';
import { pkceFields } from '../mail-links/pkce.ts';
import { linkTargetOf } from '../mail-links/redirect-to.ts';
import { readAuthBody } from '../read-body.ts';
import { type Bearer, loadBearer, requireBearer } from '../sessions/require-user.ts';
import { type ClientInfo, isAal2Session } from '../sessions/sessions.ts';
import { changeEmail } from './change-email.ts';
import { changePassword, prepareNewPassword } from './change-password.ts';
import { requireEmailAddress } from './email-address.ts';
import { showUser } from './user-view.ts';
import { changeUser, mergeMetadata, userMetadata } from './users.ts';

/** GET /user: the user of the bearer token, as stored in the database. */
export async function userGet(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  const user = await asBackend(deps.database, async (query) => showUser(query, await loadBearer(deps, query, bearer)));
  return c.json(user);
}

const Params = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: z.string().nullish(),
  data: userMetadata.nullish(),
  app_metadata: z.unknown().optional(),
  ...pkceFields,
});

/** PUT /user: changes metadata or password, or requests another e-mail address. */
export async function userPut(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  const params = await readAuthBody(c, Params);
  if (params.app_metadata != null) throw new AuthError('not_admin', 'Updating app_metadata requires admin privileges');
  if (params.phone) throw new AuthError('phone_provider_disabled');
  // An empty password would leave the account without a way to sign in; GoTrue answers the same error.
  if (params.password === '') throw new AuthError('weak_password', deps.settings.auth.passwordMinLength);
  const target = linkTargetOf(deps, c, params);
  const before = await asBackend(deps.database, async (query) => {
    if (params.password || params.email) await requireMfa(query, bearer);
    return loadBearer(deps, query, bearer);
  });
  // Nobody could sign in with it.
  if (before.is_anonymous && params.password && !params.email) throw new AuthError('anonymous_without_email');
  const email = params.email ? requireEmailAddress(params.email) : before.email;
  const newEmail = email === before.email ? null : email;
  const { password } = params;
  const change = async () => {
    const passwordHash = password ? await prepareNewPassword(deps, { ...params, password }, before, bearer) : null;
    return asBackend(deps.database, async (query) => {
      let changed = await loadBearer(deps, query, bearer, true);
      if (passwordHash !== null)
        changed = await changePassword(deps, query, { user: changed, before, bearer }, passwordHash);
      if (params.data) {
        const raw_user_meta_data = mergeMetadata(changed.raw_user_meta_data ?? {}, params.data);
        changed = await changeUser(query, changed.id, { raw_user_meta_data }, deps.now());
      }
      if (newEmail !== null) changed = await changeEmail(deps, query, changed, newEmail, target);
      return showUser(query, changed);
    });
  };
  const user = await (newEmail !== null && deps.settings.confirmEmail
    ? countingMails(deps, newEmail, clientInfo(c), change)
    : change());
  deps.outbox.wake();
  return c.json(user);
}

/**
 * A user with MFA needs aal2 to change password or address: neither a stolen password nor a recovery link is enough.
 */
async function requireMfa(query: RunQuery, bearer: Bearer): Promise<void> {
  const isMissing = (await hasMfa(query, bearer.userId)) && !(await isAal2Session(query, bearer.sessionId));
  if (isMissing) throw new AuthError('aal2_for_credentials');
}

async function countingMails<T>(deps: AuthDeps, email: string, client: ClientInfo, send: () => Promise<T>): Promise<T> {
  await deps.limits.requireMail(client.address);
  return countingMailTo(deps, email, client, send);
}
