import type { Hono } from 'hono';
import type { BackendEnv } from '../http/env.ts';
import type { AuthErrorName } from './errors.ts';
import { AuthError } from './errors.ts';

/** GoTrue's paths that this server does not support, with the error of each (protocol.md 1.3). */
const UNSUPPORTED: readonly (readonly [path: string, error: AuthErrorName])[] = [
  ['/sso', 'saml_provider_disabled'],
  ['/sso/*', 'saml_provider_disabled'],
  ['/oauth/*', 'oauth_server_disabled'],
  ['/user/oauth/*', 'oauth_server_disabled'],
  ['/admin/oauth/*', 'oauth_server_disabled'],
  ['/admin/custom-providers/*', 'custom_providers_disabled'],
  ['/passkeys/*', 'passkey_disabled'],
  ['/admin/users/:id/passkeys/*', 'passkey_disabled'],
  ['/factors/*', 'mfa_factor_not_found'],
  ['/user/identities/*', 'manual_linking_disabled'],
];

/** Rejects unsupported paths with GoTrue's errors. Must be mounted last. */
export function rejectUnsupported(app: Hono<BackendEnv>): void {
  for (const [path, error] of UNSUPPORTED) {
    app.all(path, () => {
      throw new AuthError(error);
    });
  }
  app.all('*', () => {
    throw new AuthError('not_found');
  });
}
