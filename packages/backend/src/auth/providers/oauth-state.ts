import { randomUUID } from 'node:crypto';
import type { RunQuery } from '../../database/connect.ts';
import type { Keys } from '../../http/keys.ts';
import type { PkceChallenge } from '../mail-links/pkce.ts';
import { UUID } from '../accounts/users.ts';

/** How long a redirect to the provider may take until its return. */
const LIFETIME_MS = 600_000;

/** A sign-in at a provider that has begun. Its id is the parameter `state`. */
export type OAuthState = {
  provider: string;
  /** Where the visitor is sent at the end; checked against the allow list when it was stored. */
  redirectTo: string;
  /** Of the application; null in the implicit flow. */
  pkce: PkceChallenge | null;
  /** The user who adds an identity, or null for a sign-in. */
  linkTo: string | null;
};

/** Stores the state as a flow without a user (auth.flow_state), and returns its id. */
export async function insertState(query: RunQuery, state: OAuthState, now: Date): Promise<string> {
  const id = randomUUID();
  await query(
    `insert into auth.flow_state (id, provider_type, authentication_method, code_challenge, code_challenge_method,
       referrer, linking_target_id, created_at, updated_at)
     values ($1, $2, 'oauth', $3, $4, $5, $6, $7, $7)`,
    [
      id,
      state.provider,
      state.pkce?.challenge ?? null,
      state.pkce?.method ?? null,
      state.redirectTo,
      state.linkTo,
      now.toISOString(),
    ],
  );
  return id;
}

/** Takes a state, which works once; null for one that is unknown, used or expired. */
export async function takeState(query: RunQuery, id: string, now: Date): Promise<OAuthState | null> {
  if (!UUID.test(id)) return null;
  const { rows } = await query(
    `delete from auth.flow_state
     where id = $1 and user_id is null and auth_code is null and referrer is not null
     returning provider_type, code_challenge, code_challenge_method::text, referrer, linking_target_id,
       created_at >= $2 as is_fresh`,
    [id, new Date(now.getTime() - LIFETIME_MS).toISOString()],
  );
  const row = rows[0] as StateRow | undefined;
  if (!row?.is_fresh) return null;
  const { code_challenge: challenge, code_challenge_method: method } = row;
  return {
    provider: row.provider_type,
    redirectTo: row.referrer,
    linkTo: row.linking_target_id,
    pkce: challenge && method ? { challenge, method } : null,
  };
}

type StateRow = {
  provider_type: string;
  code_challenge: string | null;
  code_challenge_method: PkceChallenge['method'] | null;
  referrer: string;
  linking_target_id: string | null;
  is_fresh: boolean;
};

/**
 * The secrets of a flow, derived from its id, so that none are stored: `nonce` of the ID token, `verifier` of our own
 * PKCE towards the provider, and the cookie that ties the flow to the browser in which it began.
 */
export function flowSecrets(keys: Pick<Keys, 'derive'>, id: string) {
  return {
    nonce: keys.derive('oauth-nonce', id),
    verifier: keys.derive('oauth-verifier', id),
    browser: keys.derive('oauth-browser', id),
  };
}
