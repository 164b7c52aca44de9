import { Hono } from 'hono';
import { createProbe } from '../database/read-state.ts';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import type { BackendDeps } from '../deps.ts';
import { allowAnyOrigin } from '../http/cors.ts';
import { type BackendContext, type BackendEnv, type Endpoint, endpointsOf } from '../http/env.ts';
import { causedBy } from '../http/errors.ts';
import { requireApiKey } from '../http/identify-caller.ts';
import { shareRequests } from '../http/share-requests.ts';
import { reauthenticate, userGet, userIdentitiesDelete, userPut } from './accounts/user.ts';
import { signup } from './accounts/signup.ts';
import { adminRoutes } from './admin/routes.ts';
import type { AuthDeps } from './auth-deps.ts';
import { AuthError, type AuthErrorName, rejectWith, renderError } from './errors.ts';
import { factorsChallenge, factorsDelete, factorsPost, factorsVerify } from './factors/app-factors.ts';
import {
  recoveryCodesDelete,
  recoveryCodesGet,
  recoveryCodesPost,
  recoveryCodesRegenerate,
  recoveryCodesVerify,
} from './factors/recovery-codes.ts';
import { createAuthLimits } from './limits.ts';
import { readAccountMails } from './mail-links/account-mails.ts';
import { invite, magicLink, otp, recover, resend } from './mail-links/mail-requests.ts';
import { verifyGet, verifyPost } from './mail-links/verify.ts';
import { authenticationOptions, authenticationVerify } from './passkeys/authentication.ts';
import { passkeysDelete, passkeysGet, passkeysPatch } from './passkeys/passkeys.ts';
import { registrationOptions, registrationVerify } from './passkeys/registration.ts';
import { authorize, callback, identitiesAuthorize } from './providers/redirect-flow.ts';
import { openProviders } from './providers/providers.ts';
import { logout, token } from './sessions/token.ts';
import { settings } from './settings.ts';

/** The auth service, GoTrue's wire, with paths relative to `/auth/v1`. Writes its own errors. */
export function mountAuth(backend: BackendDeps): Hono<BackendEnv> {
  const { mailTemplates, siteName, siteUrl } = backend.settings;
  const deps: AuthDeps = {
    ...backend,
    database: backend.database.poolFor('auth'),
    limits: createAuthLimits(backend.openRateLimit),
    mails: readAccountMails(mailTemplates, siteName ?? (() => new URL(siteUrl).host)),
    findProvider: openProviders(backend.settings.auth.providers),
  };
  const endpoint = endpointsOf(deps);
  const app = new Hono<BackendEnv>();
  app.onError((error, c) =>
    renderError(c, error, (cause) => backend.log.error({ err: cause, path: c.req.path }, 'auth failed')),
  );

  app.use(allowAnyOrigin(), shareRequests(backend, 'auth'));

  // Requested by browsers and clients without an API key (protocol.md 1.3).
  app.get('/verify', endpoint(verifyGet));
  app.get('/settings', endpoint(settings));
  app.get('/health', health(deps));
  app.get('/.well-known/jwks.json', endpoint(jwks));
  app.get('/authorize', endpoint(authorize));
  app.get('/callback', endpoint(callback));

  app.use(requireApiKey(backend.keys));
  app.post('/signup', endpoint(signup));
  app.post('/token', endpoint(token));
  app.post('/verify', endpoint(verifyPost));
  app.post('/otp', endpoint(otp));
  app.post('/magiclink', endpoint(magicLink));
  app.post('/recover', endpoint(recover));
  app.post('/resend', endpoint(resend));
  app.get('/reauthenticate', endpoint(reauthenticate));
  app.get('/user', endpoint(userGet));
  app.put('/user', endpoint(userPut));
  app.get('/user/identities/authorize', endpoint(identitiesAuthorize));
  app.delete('/user/identities/:id', endpoint(userIdentitiesDelete));
  app.post('/logout', endpoint(logout));
  app.post('/invite', endpoint(invite));
  app.post('/factors', endpoint(factorsPost));
  app.get('/factors/recovery-codes', endpoint(recoveryCodesGet));
  app.post('/factors/recovery-codes', endpoint(recoveryCodesPost));
  app.delete('/factors/recovery-codes', endpoint(recoveryCodesDelete));
  app.post('/factors/recovery-codes/regenerate', endpoint(recoveryCodesRegenerate));
  app.post('/factors/recovery-codes/verify', endpoint(recoveryCodesVerify));
  app.post('/factors/:id/challenge', endpoint(factorsChallenge));
  app.post('/factors/:id/verify', endpoint(factorsVerify));
  app.delete('/factors/:id', endpoint(factorsDelete));
  app.get('/passkeys', endpoint(passkeysGet));
  app.patch('/passkeys/:id', endpoint(passkeysPatch));
  app.delete('/passkeys/:id', endpoint(passkeysDelete));
  app.post('/passkeys/registration/options', endpoint(registrationOptions));
  app.post('/passkeys/registration/verify', endpoint(registrationVerify));
  app.post('/passkeys/authentication/options', endpoint(authenticationOptions));
  app.post('/passkeys/authentication/verify', endpoint(authenticationVerify));
  app.route('/admin', adminRoutes(deps));
  app.on('ALL', OFFERED, rejectWith('method_not_allowed'));
  for (const [path, error] of UNSUPPORTED) app.all(path, rejectWith(error));
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

/** GET /.well-known/jwks.json: the public keys. Clients cache them for ten minutes (specification §9). */
async function jwks(deps: AuthDeps, c: BackendContext): Promise<Response> {
  c.header('Cache-Control', 'public, max-age=600');
  return c.json(deps.keys.jwks());
}

/**
 * GET /health: clients check the name. 503 `database_unavailable` while the database does not answer; GoTrue itself does
 * not ask its database.
 */
function health({ database }: Pick<AuthDeps, 'database'>): Endpoint {
  const isAnswering = createProbe(database);
  return async (c) => {
    if (!(await isAnswering())) {
      const cause = new DatabaseUnavailable('unreachable', 'The database does not answer');
      throw causedBy(new AuthError('database_unavailable'), cause);
    }
    return c.json({
      version: 'embedded',
      name: 'GoTrue',
      description: 'GoTrue is a user registration and authentication API',
    });
  };
}

/** GoTrue's paths that this server does not support, with the error of each (protocol.md 1.3); then all others. */
const UNSUPPORTED: readonly (readonly [path: string, error: AuthErrorName])[] = [
  ['/sso', 'saml_provider_disabled'],
  ['/sso/*', 'saml_provider_disabled'],
  ['/oauth/*', 'oauth_server_disabled'],
  ['/user/oauth/*', 'oauth_server_disabled'],
  ['/admin/oauth/*', 'oauth_server_disabled'],
  ['/admin/custom-providers/*', 'custom_providers_disabled'],
  ['/factors/*', 'mfa_factor_not_found'],
  ['/user/identities/*', 'manual_linking_disabled'],
  ['*', 'not_found'],
];
