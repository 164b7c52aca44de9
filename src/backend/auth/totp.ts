import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator app has it, and GoTrue: SHA-1, six digits, thirty seconds. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** 160 bits, the length of the hash (RFC 4226 §4). */
const SECRET_BYTES = 20;
/** One step to either side, for clocks that disagree (RFC 6238 §5.2). */
const WINDOW = 1;

/** A new secret, in base32. */
export function makeTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address that an authenticator app reads from the QR code. */
export function totpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  return new TOTP({ ...FORM, secret: Secret.fromBase32(secret), issuer, label: account }).toString();
}

/** The time step whose code this is, or null when it is the code of none that counts now. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  const token = code.replace(/\s/g, '');
  // The library compares as many bytes as it expects letters, and throws where a letter has more of them.
  if (!/^\d{6}$/.test(token)) return null;
  const totp = new TOTP({ ...FORM, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp: now.getTime() }) + delta;
}
