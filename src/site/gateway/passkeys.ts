import type { AccountAnswer, AccountError } from './account.ts';
import type { DataClient } from './client.ts';

export type Passkey = { id: string; name: string; createdAt: string; lastUsedAt: string | null };

/** Whether this browser has passkeys for this address: they belong to a domain, not to an IP address. */
export function browserHasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(window.location.hostname);
}

/** Signs in by a passkey that the person chooses. The session is at aal2 afterwards. */
export async function signInByPasskey(client: DataClient): Promise<AccountAnswer> {
  const { error } = await client.auth.signInWithPasskey();
  return { error: error && named(error) };
}

/** The passkeys of the signed-in user, oldest first; null where the service offers none. Rethrows other errors. */
export async function listPasskeys(client: DataClient): Promise<Passkey[] | null> {
  const { data, error } = await client.auth.passkey.list();
  if (error?.status === 404) return null;
  if (error) throw error;
  return data.map(({ id, friendly_name, created_at, last_used_at }) => ({
    id,
    name: friendly_name ?? '',
    createdAt: created_at,
    lastUsedAt: last_used_at ?? null,
  }));
}

/** Lets the authenticator make a passkey, and adds it to the signed-in user. `id` is that of the passkey. */
export async function addPasskey(client: DataClient): Promise<AccountAnswer & { id: string | null }> {
  const { data, error } = await client.auth.registerPasskey();
  return { error: error && named(error), id: data?.id ?? null };
}

export function renamePasskey(client: DataClient, id: string, name: string): Promise<AccountAnswer> {
  return client.auth.passkey.update({ passkeyId: id, friendlyName: name });
}

export function removePasskey(client: DataClient, id: string): Promise<AccountAnswer> {
  return client.auth.passkey.delete({ passkeyId: id });
}

const KNOWN_HERE = 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';

/** The browser's own errors have codes of the client; nearly all say that the person or the device gave up. */
function named(error: AccountError): AccountError {
  if (error.code === KNOWN_HERE)
    return { name: error.name, message: error.message, code: 'webauthn_credential_exists' };
  if (!error.code?.startsWith('ERROR_')) return error;
  return { name: error.name, message: error.message, code: 'passkey_not_completed' };
}
