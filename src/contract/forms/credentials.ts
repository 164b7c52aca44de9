import { PASSWORD_MIN_LENGTH } from '../limits.ts';

/** Specification §5: non-space text, an at sign, text, a dot, text. */
const SIMPLE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export type Credentials = { email: string; password: string };
export type CredentialsFault = 'invalid-email' | 'short-password';

export function isEmail(text: string): boolean {
  return SIMPLE_EMAIL.test(text);
}

/** The first thing wrong with the credentials, e-mail before password, or null. */
export function credentialsFault({ email, password }: Credentials): CredentialsFault | null {
  if (!isEmail(email)) return 'invalid-email';
  if (password.length < PASSWORD_MIN_LENGTH) return 'short-password';
  return null;
}
