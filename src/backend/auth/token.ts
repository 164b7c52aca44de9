import type { AuthRoom, Endpoint } from './auth-room.ts';
import { AuthFault } from './errors.ts';
import { tokenPassword } from './token-password.ts';
import { tokenRefreshToken } from './token-refresh-token.ts';

/** POST /token: signs in by password or refreshes a session; every other grant is refused by its own name. */
export function token(room: AuthRoom): Endpoint {
  const byPassword = tokenPassword(room);
  const byRefreshToken = tokenRefreshToken(room);
  return async (c) => {
    switch (c.req.query('grant_type')) {
      case 'password':
        return byPassword(c);
      case 'refresh_token':
        return byRefreshToken(c);
      case 'pkce':
        throw new AuthFault('flow_state_not_found');
      case 'id_token':
        throw new AuthFault('provider_disabled');
      case 'web3':
        throw new AuthFault('web3_provider_disabled');
      default:
        throw new AuthFault('invalid_credentials', 'unsupported_grant_type');
    }
  };
}
