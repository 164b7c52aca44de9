import { randomUUID } from 'node:crypto';
import type { VerifiedRegistrationResponse } from '@simplewebauthn/server';
import { type AuthDeps, type AuthTx, clientInfo, inAuthTransaction, readAuthBody } from '../auth-deps.ts';
import type { BackendContext } from '../../http/env.ts';
import { AuthError } from '../errors.ts';
import { type Bearer, requireBearer } from '../sessions/require-user.ts';
import { NewPasskeyBody, storeChallenge, takeChallenge } from './challenges.ts';
import { MAX_PASSKEYS, type PasskeyRow, listPasskeys, loadManager, viewPasskey } from './passkeys.ts';
import { loadWebAuthn, requireRelyingParty } from './relying-party.ts';

/** ES256 and RS256, which browsers ask for by default, and EdDSA. */
const ALGORITHMS = [-7, -8, -257];
const NAME = 'Passkey';

/**
 * POST /passkeys/registration/options: what `navigator.credentials.create()` needs (internal/api/passkey_registration.go
 * of supabase/auth). Here the authenticator must verify the user, by PIN, finger or face, because a passkey counts as two
 * factors.
 */
export async function registrationOptions(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const relyingParty = requireRelyingParty(deps.settings);
  const bearer = await requireBearer(deps, c);
  await deps.limits.requireAuthorization(clientInfo(c).address);
  const { generateRegistrationOptions } = await loadWebAuthn();
  const answer = await inAuthTransaction(deps, async (tx) => {
    const { user, passkeys } = await loadWithSpace(tx, bearer);
    const name = user.email ?? user.phone ?? '';
    const options = await generateRegistrationOptions({
      rpID: relyingParty.id,
      rpName: relyingParty.name,
      userID: new TextEncoder().encode(user.id),
      userName: name,
      userDisplayName: name,
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: passkeys.map(({ credential_id: id }) => ({ id: id.toString('base64url') })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const owner = { userId: user.id, purpose: 'registration' } as const;
    return { ...(await storeChallenge(tx.query, options.challenge, owner, tx.now())), options };
  });
  return c.json(answer);
}

/** POST /passkeys/registration/verify: adds the passkey that the authenticator made. */
export async function registrationVerify(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const relyingParty = requireRelyingParty(deps.settings);
  const bearer = await requireBearer(deps, c);
  await deps.limits.requireToken(clientInfo(c).address);
  const { challenge_id: challengeId, credential } = await readAuthBody(c, NewPasskeyBody);
  const expectedChallenge = await takeChallenge(deps, challengeId, { userId: bearer.userId, purpose: 'registration' });
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const made = await verify(
    verifyRegistrationResponse({
      response: credential,
      expectedChallenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  const row = await inAuthTransaction(deps, async (tx) => {
    const { user } = await loadWithSpace(tx, bearer);
    return insertPasskey(tx, user.id, made, credential.response.transports);
  });
  return c.json(viewPasskey(row));
}

type NewPasskey = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;

async function verify(verifying: Promise<VerifiedRegistrationResponse>): Promise<NewPasskey> {
  const { registrationInfo } = await verifying.catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw new AuthError('webauthn_verification_failed');
  return registrationInfo;
}

/** The user and their passkeys, of which there may be one more. Throws as `loadManager` does, and `too_many_passkeys`. */
async function loadWithSpace(tx: AuthTx, bearer: Bearer) {
  const user = await loadManager(tx, bearer);
  if (user.is_anonymous) throw new AuthError('anonymous_not_allowed');
  const passkeys = await listPasskeys(tx.query, user.id);
  if (passkeys.length >= MAX_PASSKEYS) throw new AuthError('too_many_passkeys');
  return { user, passkeys };
}

async function insertPasskey(tx: AuthTx, userId: string, made: NewPasskey, transports: string[]): Promise<PasskeyRow> {
  const { credential, aaguid, fmt, credentialDeviceType, credentialBackedUp } = made;
  const row = {
    id: randomUUID(),
    user_id: userId,
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    attestation_type: fmt,
    aaguid,
    sign_count: String(credential.counter),
    transports: JSON.stringify(transports),
    backup_eligible: credentialDeviceType === 'multiDevice',
    backed_up: credentialBackedUp,
    friendly_name: NAME,
    created_at: tx.now().toISOString(),
    updated_at: tx.now().toISOString(),
  };
  const names = Object.keys(row);
  await tx.query(
    `insert into auth.webauthn_credentials (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(row),
  );
  return { ...row, transports, last_used_at: null };
}
