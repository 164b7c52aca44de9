import { asBackend } from '../database/as-caller.ts';
import type { Endpoint } from '../http/env.ts';
import type { AuthDeps } from './auth-deps.ts';
import { clientInfo } from './auth-deps.ts';
import { AuthError } from './errors.ts';
import { countingMailTo } from './mail-frequency.ts';
import { loadBearer, requireBearer } from './require-user.ts';
import { sendReauthentication } from './send-account-mail.ts';

/** GET /reauthenticate: mails a code that PUT /user accepts as `nonce` (AuthSettings.securePasswordChange). Answers `{}`. */
export function reauthenticate(deps: AuthDeps): Endpoint {
  return async (c) => {
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
  };
}
