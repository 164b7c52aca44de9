import type { RunQuery } from '../database/connect.ts';
import { insertFlow } from './flow-state.ts';
import type { OneTimeTokenType } from './one-time-tokens.ts';
import type { PkceChallenge } from './pkce.ts';

/** The flows whose link holds a token of this type. Of these a user has at most one, as of the token. */
const METHODS = {
  confirmation_token: ['email/signup'],
  recovery_token: ['recovery', 'magiclink'],
  email_change_token_current: ['email_change'],
  email_change_token_new: ['email_change'],
  reauthentication_token: [],
} as const satisfies Record<OneTimeTokenType, readonly string[]>;

export type MailFlowMethod = (typeof METHODS)[OneTimeTokenType][number];

/** Starts the flow of a link after its token was made, which ended the flow of an earlier one; none without `pkce`. */
export async function beginMailFlow(
  query: RunQuery,
  flow: { userId: string; method: MailFlowMethod; pkce: PkceChallenge | null; now: Date },
): Promise<void> {
  if (flow.pkce) await insertFlow(query, { ...flow, provider: 'email' });
}

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
