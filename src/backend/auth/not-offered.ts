import type { Hono } from 'hono';
import { bearerOf } from '../http/identify-caller.ts';
import type { BackendContext, BackendEnv, Endpoint } from '../http/env.ts';
import type { AuthDeps } from './auth-deps.ts';
import type { AuthErrorName } from './errors.ts';
import { AuthError } from './errors.ts';

/** GoTrue's paths that this server does not support, with the error of each (protocol.md 1.3). */
const UNSUPPORTED: readonly (readonly [path: string, error: AuthErrorName])[] = [
  ['/sso', 'saml_provider_disabled'],
  ['/sso/*', 'saml_provider_disabled'],
  ['/factors/*', 'mfa_factor_not_found'],
  ['/user/identities/*', 'manual_linking_disabled'],
];

/** Rejects unsupported paths with GoTrue's errors. Must be mounted last. */
export function rejectUnsupported(app: Hono<BackendEnv>, deps: AuthDeps): void {
  for (const [path, error] of UNSUPPORTED) {
    app.all(path, () => {
      throw new AuthError(error);
    });
  }
  app.all('/admin/*', notOfferedToService(deps));
  app.all('*', () => {
    throw new AuthError('not_found');
  });
}

/** GET /authorize: opened by browsers, which send no API key. */
export const authorize: Endpoint = async () => {
  throw new AuthError('validation_failed', 'Unsupported provider: provider is not enabled');
};

/** Accounts are managed from the command line. Only the service key gets 404; others get 403. */
function notOfferedToService(deps: AuthDeps): Endpoint {
  return async (c: BackendContext) => {
    const token = bearerOf(c);
    if (token === null) throw new AuthError('no_authorization');
    const { claims } = await deps.keys.verify(token);
    throw new AuthError(claims?.role === 'service_role' ? 'not_found' : 'not_admin');
  };
}
