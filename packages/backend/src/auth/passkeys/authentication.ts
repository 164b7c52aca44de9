import type { VerifiedAuthenticationResponse } from '@simplewebauthn/server';
import type { z } from 'zod';
import { type AuthDeps, type AuthTx, clientInfo, inAuthTransaction, readAuthBody } from '../auth-deps.ts';
import type { BackendContext } from '../../http/env.ts';
import { type UserRow, findUserById } from '../accounts/users.ts';
import { AuthError } from '../errors.ts';
import { openSession } from '../sessions/sessions.ts';
import { isAfter } from '../timestamps.ts';
import { AssertionBody, storeChallenge, takeChallenge } from './challenges.ts';
import { PASSKEY_METHOD, type PasskeyRow, findPasskey } from './passkeys.ts';
import { type RelyingParty, loadWebAuthn, requireRelyingParty } from './relying-party.ts';

/**
 * POST /passkeys/authentication/options: what `navigator.credentials.get()` needs (internal/api/passkey_authentication.go
 * of supabase/auth). Names no passkey: the authenticator offers those that it has for the site.
 */
export async function authenticationOptions(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const { id } = requireRelyingParty(deps.settings);
  await deps.limits.requireAuthorization(clientInfo(c).address);
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({ rpID: id, userVerification: 'required' });
  const owner = { userId: null, purpose: 'authentication' } as const;
  const stored = await inAuthTransaction(deps, ({ query }) =>
    storeChallenge(query, options.challenge, owner, deps.now()),
  );
  return c.json({ ...stored, options });
}

/**
 * POST /passkeys/authentication/verify: a session in exchange for the signature of a passkey. It is at aal2, because the
 * authenticator has verified the user: what they have, and what they know or are. GoTrue opens it at aal1.
 */
export async function authenticationVerify(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const relyingParty = requireRelyingParty(deps.settings);
  const client = clientInfo(c);
  await deps.limits.requireToken(client.address);
  const { challenge_id: challengeId, credential } = await readAuthBody(c, AssertionBody);
  const challenge = await takeChallenge(deps, challengeId, { userId: null, purpose: 'authentication' });
  const passkey = await inAuthTransaction(deps, ({ query }) =>
    findPasskey(query, Buffer.from(credential.id, 'base64url')),
  );
  const counter = await verifyAssertion(relyingParty, challenge, passkey, credential);
  const session = await inAuthTransaction(deps, async (tx) => {
    const user = await admit(tx, passkey!.user_id);
    await recordUse(tx, passkey!, counter);
    return openSession(tx, user, PASSKEY_METHOD, client, 'aal2');
  });
  return c.json(session);
}

/** Returns the authenticator's new counter. Throws AuthError `webauthn_verification_failed`, whatever is wrong. */
async function verifyAssertion(
  relyingParty: RelyingParty,
  expectedChallenge: string,
  passkey: PasskeyRow | null,
  credential: z.infer<typeof AssertionBody>['credential'],
): Promise<number> {
  const handle = Buffer.from(credential.response.userHandle, 'base64url').toString();
  if (!passkey || handle !== passkey.user_id) throw new AuthError('webauthn_verification_failed');
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id.toString('base64url'),
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.sign_count),
    },
  }).catch((): Partial<VerifiedAuthenticationResponse> => ({}));
  if (!verified || !authenticationInfo) throw new AuthError('webauthn_verification_failed');
  return authenticationInfo.newCounter;
}

/** The user, locked, if they may sign in. Throws AuthError `user_banned`, `passkey_email_not_confirmed`. */
async function admit(tx: AuthTx, userId: string): Promise<UserRow> {
  const user = await findUserById(tx.query, userId, true);
  if (!user) throw new AuthError('webauthn_verification_failed');
  if (isAfter(user.banned_until, tx.now())) throw new AuthError('user_banned');
  if (user.email && user.email_confirmed_at === null) throw new AuthError('passkey_email_not_confirmed');
  return user;
}

/** A counter that went back is that of a copy (https://www.w3.org/TR/webauthn-3/#sctn-sign-counter); also a removed passkey fails. */
async function recordUse(tx: AuthTx, { id }: PasskeyRow, counter: number): Promise<void> {
  const { rowCount } = await tx.query(
    `update auth.webauthn_credentials set sign_count = $2, last_used_at = $3, updated_at = $3
     where id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0))`,
    [id, counter, tx.now().toISOString()],
  );
  if (rowCount === 0) throw new AuthError('webauthn_verification_failed');
}
