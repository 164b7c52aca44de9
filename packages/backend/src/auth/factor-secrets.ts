import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Keys } from '../http/keys.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a secret (AES-256-GCM) with a key derived from the installation's secret and `id`: the id of a factor, or the
 * authorization code of a flow that holds tokens of a provider. The database or a backup of it does not reveal the
 * secret, and a row's secret cannot be used in another row.
 */
export function sealSecret(keys: Keys, id: string, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(keys, id), nonce);
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
}

/** Decrypts a secret. Throws when it was encrypted for another id or by another installation. */
export function openSecret(keys: Keys, id: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(CIPHER, keyOf(keys, id), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
  return Buffer.concat(text).toString('utf8');
}

function keyOf(keys: Keys, id: string): Buffer {
  return Buffer.from(keys.derive('factor-secret', id), 'hex');
}
