import { hash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { RunQuery } from '../../database/connect.ts';
import { isSame } from '../../http/keys.ts';
import { isAfter } from '../timestamps.ts';
import type { OneTimeTokenType } from './one-time-tokens.ts';
import { AuthError } from '../errors.ts';

/** How long an authorization code is valid. */
const CODE_LIFETIME_MS = 300_000;

type NewFlow = {
  /** Null until a provider has named the user. */
  userId: string | null;
  /** `email`, or the name of a provider. */
  provider: string;
  /** How the sign-in is named in the `amr` of its session: `recovery`, `magiclink`, `oauth` … */
  method: string;
  /** Null in the implicit flow of a provider. */
  pkce: PkceChallenge | null;
  /** Of a sign-in at a provider that begins: where the visitor is sent at the end, and the user who adds an identity. */
  redirectTo?: string;
  linkTo?: string | null;
  now: Date;
};

/** Starts a flow and returns its id. */
export async function insertFlow(query: RunQuery, flow: NewFlow): Promise<string> {
  const id = randomUUID();
  const { userId, provider, method, pkce, redirectTo = null, linkTo = null, now } = flow;
  await query(
    `insert into auth.flow_state (id, user_id, provider_type, authentication_method, code_challenge,
       code_challenge_method, referrer, linking_target_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [id, userId, provider, method, pkce?.challenge ?? null, pkce?.method ?? null, redirectTo, linkTo, now],
  );
  return id;
}

/** Issues the authorization code of a flow, which must have a user; only its hash is stored. Returns the code. */
export async function issueAuthCode(query: RunQuery, flowId: string, now: Date): Promise<string> {
  const code = randomUUID();
  await query('update auth.flow_state set auth_code = $2, auth_code_issued_at = $3, updated_at = $3 where id = $1', [
    flowId,
    hash('sha256', code),
    now.toISOString(),
  ]);
  return code;
}

/** Keeps the tokens of a provider, encrypted by the caller, until the code of the flow is exchanged. */
export async function rememberProviderTokens(
  query: RunQuery,
  flowId: string,
  { accessToken, refreshToken }: { accessToken: string; refreshToken: string | null },
): Promise<void> {
  await query('update auth.flow_state set provider_access_token = $2, provider_refresh_token = $3 where id = $1', [
    flowId,
    accessToken,
    refreshToken,
  ]);
}

type FlowRow = {
  user_id: string | null;
  authentication_method: string;
  code_challenge: string | null;
  code_challenge_method: PkceChallenge['method'] | null;
  provider_access_token: string | null;
  provider_refresh_token: string | null;
  auth_code_issued_at: string;
};

/**
 * Takes the flow of an authorization code. The first presentation uses a code up, even with a wrong verifier, so that
 * verifiers cannot be tried. Errors are returned, not thrown, because that must be committed.
 */
export async function takeFlow(query: RunQuery, code: string, verifier: string, now: Date) {
  // Locks the user before the flow, in the order of a change of password, to avoid a deadlock.
  await query(
    'select from auth.users where id in (select user_id from auth.flow_state where auth_code = $1) for no key update',
    [hash('sha256', code)],
  );
  const { rows } = await query(
    `delete from auth.flow_state where auth_code = $1
     returning user_id, authentication_method, code_challenge, code_challenge_method::text, provider_access_token,
       provider_refresh_token, auth_code_issued_at`,
    [hash('sha256', code)],
  );
  const flow = rows[0] as FlowRow | undefined;
  if (!flow?.user_id) return { refused: 'flow_state_not_found' } as const;
  if (!isAfter(flow.auth_code_issued_at, new Date(now.getTime() - CODE_LIFETIME_MS))) {
    return { refused: 'flow_state_expired' } as const;
  }
  const { code_challenge: challenge, code_challenge_method: method } = flow;
  if (!challenge || !method || !isVerifierOf({ challenge, method }, verifier)) {
    return { refused: 'bad_code_verifier' } as const;
  }
  return {
    refused: null,
    userId: flow.user_id,
    method: flow.authentication_method,
    providerAccessToken: flow.provider_access_token,
    providerRefreshToken: flow.provider_refresh_token,
  };
}

/** Ends the flows of a user, with codes that were issued. Additions of an identity end with sessions (endSessions). */
export async function forgetFlows(query: RunQuery, userId: string): Promise<void> {
  await query('delete from auth.flow_state where user_id = $1', [userId]);
}

/** The flows whose link holds a token of this type. Of these a user has at most one, as of the token. */
const METHODS = {
  confirmation_token: ['email/signup'],
  recovery_token: ['recovery', 'magiclink'],
  email_change_token_current: ['email_change'],
  email_change_token_new: ['email_change'],
  reauthentication_token: [],
} as const satisfies Record<OneTimeTokenType, readonly string[]>;

export type MailFlowMethod = (typeof METHODS)[OneTimeTokenType][number];

/** The id of the flow that the link with this token continues, or null in the implicit flow. */
export async function findMailFlow(
  query: RunQuery,
  userId: string,
  tokenType: OneTimeTokenType,
): Promise<string | null> {
  const { rows } = await query(
    `select id from auth.flow_state
     where user_id = $1 and authentication_method = any($2) and auth_code is null`,
    [userId, METHODS[tokenType]],
  );
  return (rows[0]?.['id'] as string | undefined) ?? null;
}

/** Ends the flow that the link with this token would continue. A code that was issued already stays valid. */
export async function forgetMailFlow(query: RunQuery, userId: string, tokenType: OneTimeTokenType): Promise<void> {
  await query(
    'delete from auth.flow_state where user_id = $1 and authentication_method = any($2) and auth_code is null',
    [userId, METHODS[tokenType]],
  );
}

/** The fields of a body that starts a PKCE flow; both are null in the implicit flow. */
export const pkceFields = {
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
};

export type PkceChallenge = { challenge: string; method: 's256' | 'plain' };

/** RFC 7636 §4.1, of challenges and of verifiers. */
const FORM = /^[\w.~-]{43,128}$/;

/**
 * The challenge of a body, or null for the implicit flow. Throws AuthError `validation_failed` for half a challenge, an
 * unknown method or a malformed challenge.
 */
export function requirePkce(body: {
  code_challenge?: string | null | undefined;
  code_challenge_method?: string | null | undefined;
}): PkceChallenge | null {
  const { code_challenge: challenge, code_challenge_method } = body;
  if (!challenge && !code_challenge_method) return null;
  if (!challenge || !code_challenge_method) {
    throw new AuthError('validation_failed', 'PKCE flow requires code_challenge_method and code_challenge');
  }
  const method = code_challenge_method.toLowerCase();
  if (method !== 's256' && method !== 'plain') {
    throw new AuthError('validation_failed', 'code_challenge_method has to be s256 or plain');
  }
  if (!FORM.test(challenge)) {
    throw new AuthError(
      'validation_failed',
      'code challenge has to be between 43 and 128 alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
  return { challenge, method };
}

/** Whether the verifier belongs to the challenge (RFC 7636 §4.6). */
export function isVerifierOf({ challenge, method }: PkceChallenge, verifier: string): boolean {
  if (!FORM.test(verifier)) return false;
  return isSame(method === 'plain' ? verifier : hash('sha256', verifier, 'base64url'), challenge);
}
