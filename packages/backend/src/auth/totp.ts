import { Secret, TOTP } from 'otpauth';

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
