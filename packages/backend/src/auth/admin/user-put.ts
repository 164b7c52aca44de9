import { asBackend } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { Endpoint } from '../../http/env.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { forgetOneTimeTokens } from '../one-time-tokens.ts';
import { readAuthBody } from '../read-body.ts';
import { endSessions } from '../sessions.ts';
import { mergeMetadata } from '../user-metadata.ts';
import { showUser } from '../user-view.ts';
import type { UserChanges, UserRow } from '../users.ts';
import { changeUser, confirmEmail } from '../users.ts';
import { setEmail, setPhone } from './contact-details.ts';
import { requireAccount } from './find-account.ts';
import { AdminUser, type AdminUserParams, checkAdminUser } from './user-params.ts';

/** PUT /admin/users/:id: changes an account at once, without any mail. */
export function adminUserPut(deps: AuthDeps): Endpoint {
  return async (c) => {
    const params = await checkAdminUser(await readAuthBody(c, AdminUser), deps.settings.auth.passwordMinLength);
    const answer = await asBackend(deps.database, async (query) => {
      const user = await requireAccount(c, query, true);
      return showUser(query, await changeAccount(query, user, params, deps.now()));
    });
    return c.json(answer);
  };
}

async function changeAccount(query: RunQuery, before: UserRow, params: AdminUserParams, now: Date): Promise<UserRow> {
  let user = before;
  if (params.email !== null) user = await setEmail(query, user, params.email, params.confirmsEmail, now);
  if (params.confirmsEmail && user.email && user.email_confirmed_at === null) {
    user = await confirmEmail(query, user, 'operator', now);
  }
  if (params.phone !== null) user = await setPhone(query, user, params.phone, params.confirmsPhone, now);
  if (params.confirmsPhone && user.phone && user.phone_confirmed_at === null) {
    user = await changeUser(query, user.id, { phone_confirmed_at: now.toISOString() }, now);
  }
  if (params.passwordHash !== null) {
    // The person who had the password before must not keep a session or a link.
    await endSessions(query, user.id, 'global', null);
    await forgetOneTimeTokens(query, user.id);
  }
  return changeUser(query, user.id, changesOf(user, params, now), now);
}

function changesOf(user: UserRow, params: AdminUserParams, now: Date): UserChanges {
  const { role, passwordHash, userData, appData, banMs } = params;
  return {
    ...(role !== null && { role }),
    ...(passwordHash !== null && { encrypted_password: passwordHash }),
    ...(userData && { raw_user_meta_data: mergeMetadata(user.raw_user_meta_data ?? {}, userData) }),
    ...(appData && { raw_app_meta_data: mergeMetadata(user.raw_app_meta_data ?? {}, appData) }),
    ...(banMs !== undefined && { banned_until: banMs ? new Date(now.getTime() + banMs).toISOString() : null }),
  };
}
