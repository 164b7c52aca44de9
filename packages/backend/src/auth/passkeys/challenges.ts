import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type AuthDeps, inAuthTransaction } from '../auth-deps.ts';
import type { RunQuery } from '../../database/connect.ts';
import { AuthError } from '../errors.ts';
import { isAfter } from '../timestamps.ts';

/** How long a challenge is valid: GoTrue's default (internal/conf/configuration.go of supabase/auth). */
const CHALLENGE_MS = 300_000;

type Purpose = 'registration' | 'authentication';
/** `userId` is null for a sign-in, whose user is not known yet. */
type Owner = { userId: string | null; purpose: Purpose };

/** Stores a challenge, in base64url. Returns its id, and when it expires in seconds since the epoch. */
export async function storeChallenge(query: RunQuery, challenge: string, { userId, purpose }: Owner, now: Date) {
  const id = randomUUID();
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS);
  await query(
    `insert into auth.webauthn_challenges (id, user_id, challenge_type, session_data, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, userId, purpose, JSON.stringify({ challenge }), now.toISOString(), expiresAt.toISOString()],
  );
  return { challenge_id: id, expires_at: Math.floor(expiresAt.getTime() / 1000) };
}

/**
 * Uses a challenge up, and returns it: in a transaction of its own, so that it counts as used whatever the answer to it.
 * Throws AuthError `webauthn_challenge_not_found` for one that is unknown, used, or of another purpose or user, and
 * `webauthn_challenge_expired`.
 */
export async function takeChallenge(deps: AuthDeps, id: string, { userId, purpose }: Owner): Promise<string> {
  const { rows } = await inAuthTransaction(deps, ({ query }) =>
    query(
      `delete from auth.webauthn_challenges
       where id = $1 and challenge_type = $2 and user_id is not distinct from $3
       returning session_data ->> 'challenge' as challenge, expires_at`,
      [id, purpose, userId],
    ),
  );
  const taken = rows[0] as { challenge: string; expires_at: string } | undefined;
  if (!taken) throw new AuthError('webauthn_challenge_not_found');
  if (!isAfter(taken.expires_at, deps.now())) throw new AuthError('webauthn_challenge_expired');
  return taken.challenge;
}

/** Deletes challenges that nobody has answered in time. */
export async function forgetOldChallenges(query: RunQuery, now: Date): Promise<void> {
  await query('delete from auth.webauthn_challenges where expires_at < $1', [now.toISOString()]);
}

/** Longer than what authenticators answer. */
const Part = z.string().max(65_536);

/** An answer of an authenticator to a challenge, without what is not read (`PublicKeyCredentialJSON` of WebAuthn 3). */
const answerWith = <Response extends z.ZodType>(response: Response) =>
  z.object({
    challenge_id: z.uuid(),
    credential: z.object({
      id: Part,
      rawId: Part,
      type: z.literal('public-key'),
      clientExtensionResults: z.object({}).default({}),
      response,
    }),
  });

/** What the client sends of a new passkey (`RegistrationResponseJSON`). */
export const NewPasskeyBody = answerWith(
  z.object({
    clientDataJSON: Part,
    attestationObject: Part,
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
);

/** What the client sends to sign in (`AuthenticationResponseJSON`). */
export const AssertionBody = answerWith(
  z.object({ clientDataJSON: Part, authenticatorData: Part, signature: Part, userHandle: Part }),
);
