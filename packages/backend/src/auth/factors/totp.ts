import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Keys } from '../../http/keys.ts';

/** The parameters that authenticator apps and GoTrue use (RFC 6238): SHA-1, six digits, thirty seconds. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** 160 bits, the length of the hash (RFC 4226 §4). */
const SECRET_BYTES = 20;
/** One step before and after, to allow for clock drift (RFC 6238 §5.2). */
const WINDOW = 1;

/** A new secret in base32. */
export function makeTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The otpauth URI that an authenticator app reads from the QR code. */
export function totpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  return new TOTP({ ...FORM, secret: Secret.fromBase32(secret), issuer, label: account }).toString();
}

/** The time step of a valid code, or null for an invalid one. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  const token = code.replace(/\s/g, '');
  // The library compares byte lengths, and throws for multi-byte digits.
  if (!/^\d{6}$/.test(token)) return null;
  const totp = new TOTP({ ...FORM, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp: now.getTime() }) + delta;
}

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
