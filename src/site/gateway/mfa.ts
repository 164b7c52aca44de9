import type { AccountAnswer, AccountError } from './account.ts';
import type { DataClient } from './client.ts';

/** A new authenticator app: what it has to read, and the id under which its first code is verified. */
export type Enrolment = { id: string; qrCode: string; secret: string; uri: string };

/** How many recovery codes are left; 'none' were made yet; 'not-offered' by this service. */
export type CodesLeft = number | 'none' | 'not-offered';

/** Begins to set up an app, in place of those that were begun and never verified. `issuer` is what the app calls us. */
export async function startEnrolment(
  client: DataClient,
  { name, issuer }: { name: string; issuer: string },
): Promise<AccountAnswer & { enrolment: Enrolment | null }> {
  const listed = await client.auth.mfa.listFactors();
  if (listed.error) return { error: listed.error, enrolment: null };
  const abandoned = listed.data.all.filter(({ status }) => status === 'unverified');
  for (const { id } of abandoned) await client.auth.mfa.unenroll({ factorId: id });
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer });
  if (error) return { error, enrolment: null };
  const { qr_code: qrCode, secret, uri } = data.totp;
  return { error: null, enrolment: { id: data.id, qrCode, secret, uri } };
}

/** Answers with the app's code: verifies a new app, or passes the second step. The session is at aal2 afterwards. */
export async function answerWithCode(client: DataClient, factorId: string, code: string): Promise<AccountAnswer> {
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: code.replace(/\s/g, '') });
  return { error };
}

/** Passes the second step with one of the recovery codes, which is used up by it. */
export async function answerWithRecoveryCode(client: DataClient, code: string): Promise<AccountAnswer> {
  const { error } = await client.auth.mfa.recoveryCodes.verify({ code });
  return { error };
}

/** Takes an app away. The recovery codes go with the last one: the service does not let them stand alone. */
export async function removeAuthenticator(
  client: DataClient,
  { id, isLast }: { id: string; isLast: boolean },
): Promise<AccountAnswer> {
  if (isLast && typeof (await countRecoveryCodes(client)) === 'number') {
    const { error } = await client.auth.mfa.recoveryCodes.unenroll();
    if (error) return { error };
  }
  const { error } = await client.auth.mfa.unenroll({ factorId: id });
  if (error) return { error };
  return refreshOwnSession(client);
}

/** Asks for a token that tells the factors and the level as they are now. */
async function refreshOwnSession(client: DataClient): Promise<AccountAnswer> {
  const { error } = await client.auth.refreshSession();
  return { error };
}

/** Rethrows what is no answer of the service. */
export async function countRecoveryCodes(client: DataClient): Promise<CodesLeft> {
  const { data, error } = await client.auth.mfa.recoveryCodes.getStatus();
  if (!error) return data.remaining;
  if (error.code === 'mfa_factor_not_found') return 'none';
  if (isNotOffered(error)) return 'not-offered';
  throw error;
}

/** A new set of codes in place of the old one, if there was one. `codes` is null where the service offers none. */
export async function makeRecoveryCodes(client: DataClient): Promise<AccountAnswer & { codes: string[] | null }> {
  const { recoveryCodes } = client.auth.mfa;
  const first = await recoveryCodes.generate();
  const made = first.error?.code === 'mfa_verified_factor_exists' ? await recoveryCodes.regenerate() : first;
  if (made.error) return { error: isNotOffered(made.error) ? null : made.error, codes: null };
  await refreshOwnSession(client);
  return { error: null, codes: made.data.codes };
}

/** Services before auth 2.197 do not know the path; newer ones may have it switched off. */
function isNotOffered({ code, status }: AccountError): boolean {
  return status === 404 || status === 405 || code === 'mfa_recovery_codes_enroll_not_enabled';
}
