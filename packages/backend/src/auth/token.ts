import type { Endpoint } from '../http/env.ts';
import type { AuthDeps } from './auth-deps.ts';
import { AuthError } from './errors.ts';
import { tokenIdToken } from './oauth/token-id-token.ts';
import { tokenPassword } from './token-password.ts';
import { tokenPkce } from './token-pkce.ts';
import { tokenRefreshToken } from './token-refresh-token.ts';
import { tokenWeb3 } from './web3/token-web3.ts';

/** POST /token: sign-in by password or authorization code, and refresh. Other grant types get their own errors. */
export function token(deps: AuthDeps): Endpoint {
  const byPassword = tokenPassword(deps);
  const byRefreshToken = tokenRefreshToken(deps);
  const byPkce = tokenPkce(deps);
  const byIdToken = tokenIdToken(deps);
  const byWeb3 = tokenWeb3(deps);
  return async (c) => {
    switch (c.req.query('grant_type')) {
      case 'password':
        return byPassword(c);
      case 'refresh_token':
        return byRefreshToken(c);
      case 'pkce':
        return byPkce(c);
      case 'id_token':
        return byIdToken(c);
      case 'web3':
        return byWeb3(c);
      default:
        throw new AuthError('invalid_credentials', 'unsupported_grant_type');
    }
  };
}
