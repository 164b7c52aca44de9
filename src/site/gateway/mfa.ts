import type { AccountAnswer, AccountError, AccountUser } from './account.ts';
import type { DataClient } from './client.ts';

/** Multi-factor authentication (MFA): authenticator apps and recovery codes. account.ts says whether it is due. */

/** A new authenticator app: its secret, and the factor id that its first code verifies. */
export type Enrolment = { id: string; qrCode: string; secret: string; uri: string };

/** The unused recovery codes; 'none' were generated yet; 'not-offered': the service has no recovery codes. */
type CodesLeft = { remaining: number; total: number } | 'none' | 'not-offered';

/** Starts the enrolment of an app and removes earlier unverified ones. `issuer` is the name that the app shows. */
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

/** Verifies a new app, or passes MFA, with a code of the app. The session is at aal2 afterwards. */
export function answerWithCode(client: DataClient, factorId: string, code: string): Promise<AccountAnswer> {
  return client.auth.mfa.challengeAndVerify({ factorId, code: code.replace(/\s/g, '') });
}

/** Passes MFA with a recovery code, which cannot be used again. */
export function answerWithRecoveryCode(client: DataClient, code: string): Promise<AccountAnswer> {
  return client.auth.mfa.recoveryCodes.verify({ code });
}

/** Removes an app. The service does not allow recovery codes without an app, so the last app takes them with it. */
export async function removeAuthenticator(
  client: DataClient,
  { id, isLast }: { id: string; isLast: boolean },
): Promise<AccountAnswer> {
  if (isLast && typeof (await readCodesLeft(client)) === 'object') {
    const { error } = await client.auth.mfa.recoveryCodes.unenroll();
    if (error) return { error };
  }
  const { error } = await client.auth.mfa.unenroll({ factorId: id });
  if (error) return { error };
  // The new token has the current factors and assurance level.
  return client.auth.refreshSession();
}

/** How many recovery codes are unused. Rethrows unexpected errors. */
export async function readCodesLeft(client: DataClient): Promise<CodesLeft> {
  const { data, error } = await client.auth.mfa.recoveryCodes.getStatus();
  if (!error) return { remaining: data.remaining, total: data.total };
  if (error.code === 'mfa_factor_not_found') return 'none';
  if (isNotOffered(error)) return 'not-offered';
  throw error;
}

/** Generates a new set of codes, which replaces an old one. `codes` is null where the service offers none. */
export async function makeRecoveryCodes(client: DataClient): Promise<AccountAnswer & { codes: string[] | null }> {
  const { recoveryCodes } = client.auth.mfa;
  const first = await recoveryCodes.generate();
  const made = first.error?.code === 'mfa_verified_factor_exists' ? await recoveryCodes.regenerate() : first;
  if (made.error) return { error: isNotOffered(made.error) ? null : made.error, codes: null };
  await client.auth.refreshSession();
  return { error: null, codes: made.data.codes };
}

/** Services before auth 2.197 do not have the path; newer ones may have it switched off. */
function isNotOffered({ code, status }: AccountError): boolean {
  return status === 404 || status === 405 || code === 'mfa_recovery_codes_enroll_not_enabled';
}

/** Whether the account has recovery codes, used or unused. */
export function hasRecoveryCodes(user: AccountUser | null): boolean {
  return (user?.factors ?? []).some((factor) => factor.factor_type === 'recovery_code');
}
