import type { Claims, Keys } from '../http/keys.ts';
import type { UserRow } from './users.ts';

export type AuthenticationMethod = { method: string; timestamp: number };

export type TokenSubject = {
  user: UserRow;
  sessionId: string;
  aal: string;
  /** How the session was authenticated, newest first. */
  amr: readonly AuthenticationMethod[];
};

/** The claims of an access token (protocol.md 1.5), without `iss`, which the signer adds. */
export function accessTokenClaims(subject: TokenSubject, now: Date, lifetimeSeconds: number): Claims {
  const { user, sessionId, aal, amr } = subject;
  const iat = Math.floor(now.getTime() / 1000);
  return {
    sub: user.id,
    aud: 'authenticated',
    exp: iat + lifetimeSeconds,
    iat,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role || 'authenticated',
    aal,
    amr,
    session_id: sessionId,
    is_anonymous: user.is_anonymous,
  };
}

/** Signs an access token. `lifetimeSeconds` is added to `now`; `expires_at` is in seconds since the epoch. */
export async function signAccessToken(keys: Keys, subject: TokenSubject, now: Date, lifetimeSeconds: number) {
  const claims = accessTokenClaims(subject, now, lifetimeSeconds);
  return {
    access_token: await keys.sign(claims),
    token_type: 'bearer' as const,
    expires_in: lifetimeSeconds,
    expires_at: Math.floor(now.getTime() / 1000) + lifetimeSeconds,
  };
}
