import { Hono } from 'hono';
import { allowAnyOrigin } from '../http/cors.ts';
import type { BackendEnv } from '../http/env.ts';
import { requireApiKey } from '../http/identify-caller.ts';
import { shareRequests } from '../http/share-requests.ts';
import type { BackendDeps } from '../deps.ts';
import { readAccountMails } from './account-mails.ts';
import { adminRoutes } from './admin/routes.ts';
import type { AuthDeps } from './auth-deps.ts';
import { AuthError } from './errors.ts';
import { factorsChallenge } from './factors-challenge.ts';
import { factorsDelete } from './factors-delete.ts';
import { factorsPost } from './factors-post.ts';
import {
  recoveryCodesDelete,
  recoveryCodesGet,
  recoveryCodesPost,
  recoveryCodesRegenerate,
  recoveryCodesVerify,
} from './factors-recovery-codes.ts';
import { factorsVerify } from './factors-verify.ts';
import { health } from './health.ts';
import { invite } from './invite.ts';
import { jwks } from './jwks.ts';
import { createAuthLimits } from './limits.ts';
import { logout } from './logout.ts';
import { rejectUnsupported } from './not-offered.ts';
import { authorize, identitiesAuthorize } from './oauth/authorize.ts';
import { callback } from './oauth/callback.ts';
import { openProviders } from './oauth/providers.ts';
import { magicLink, otp } from './otp.ts';
import { reauthenticate } from './reauthenticate.ts';
import { recover } from './recover.ts';
import { renderError } from './render-error.ts';
import { resend } from './resend.ts';
import { settings } from './settings.ts';
import { signup } from './signup.ts';
import { token } from './token.ts';
import { userGet } from './user-get.ts';
import { userIdentitiesDelete } from './user-identities-delete.ts';
import { userPut } from './user-put.ts';
import { verifyGet } from './verify-get.ts';
import { verifyPost } from './verify-post.ts';

/** The auth service, GoTrue's wire, with paths relative to `/auth/v1`. Writes its own errors. */
export function mountAuth(backend: BackendDeps): Hono<BackendEnv> {
  const deps: AuthDeps = {
    ...backend,
    database: backend.database.poolFor('auth'),
    limits: createAuthLimits(backend.openRateLimit),
    mails: readAccountMails(backend.settings.mailTemplates),
    findProvider: openProviders(backend.settings.auth.providers),
  };
  const app = new Hono<BackendEnv>();
  app.onError((error, c) =>
    renderError(c, error, (cause) => backend.log.error({ err: cause, path: c.req.path }, 'auth failed')),
  );

  app.use(allowAnyOrigin(), shareRequests(backend, 'auth'));

  // Requested by browsers and clients without an API key (protocol.md 1.3).
  app.get('/verify', verifyGet(deps));
  app.get('/settings', settings(deps));
  app.get('/health', health(deps));
  app.get('/.well-known/jwks.json', jwks(deps));
  app.get('/authorize', authorize(deps));
  app.get('/callback', callback(deps));

  app.use(requireApiKey(backend.keys));
  app.post('/signup', signup(deps));
  app.post('/token', token(deps));
  app.post('/verify', verifyPost(deps));
  app.post('/otp', otp(deps));
  app.post('/magiclink', magicLink(deps));
  app.post('/recover', recover(deps));
  app.post('/resend', resend(deps));
  app.get('/reauthenticate', reauthenticate(deps));
  app.get('/user', userGet(deps));
  app.put('/user', userPut(deps));
  app.get('/user/identities/authorize', identitiesAuthorize(deps));
  app.delete('/user/identities/:id', userIdentitiesDelete(deps));
  app.post('/logout', logout(deps));
  app.post('/invite', invite(deps));
  app.post('/factors', factorsPost(deps));
  app.get('/factors/recovery-codes', recoveryCodesGet(deps));
  app.post('/factors/recovery-codes', recoveryCodesPost(deps));
  app.delete('/factors/recovery-codes', recoveryCodesDelete(deps));
  app.post('/factors/recovery-codes/regenerate', recoveryCodesRegenerate(deps));
  app.post('/factors/recovery-codes/verify', recoveryCodesVerify(deps));
  app.post('/factors/:id/challenge', factorsChallenge(deps));
  app.post('/factors/:id/verify', factorsVerify(deps));
  app.delete('/factors/:id', factorsDelete(deps));
  app.route('/admin', adminRoutes(deps));
  for (const path of OFFERED) app.all(path, rejectMethod);
  rejectUnsupported(app);
  return app;
}

const OFFERED = [
  '/signup',
  '/token',
  '/verify',
  '/recover',
  '/resend',
  '/user',
  '/logout',
  '/settings',
  '/health',
  '/invite',
  '/factors',
  '/otp',
  '/magiclink',
  '/reauthenticate',
];

function rejectMethod(): never {
  throw new AuthError('method_not_allowed');
}
