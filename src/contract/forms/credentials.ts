import { PASSWORD_MIN_LENGTH } from '../limits.ts';

export type Credentials = { email: string; password: string };
export type CredentialsError = 'invalid-email' | 'short-password';

/**
 * Specification §5: non-space text, an at sign, text, a dot, text. Looked at by position, because a pattern with a dot
 * between two classes that hold the dot takes quadratic time.
 */
export function isEmail(text: string): boolean {
  if (/\s/.test(text)) return false;
  const [name, domain, ...more] = text.split('@', 3);
  // A dot with something before and after it.
  const isDotted = domain !== undefined && domain.slice(1, -1).includes('.');
  return name !== '' && isDotted && more.length === 0;
}

/** The first thing wrong with the credentials, e-mail before password, or null. */
export function validateCredentials({ email, password }: Credentials): CredentialsError | null {
  if (!isEmail(email)) return 'invalid-email';
  if (password.length < PASSWORD_MIN_LENGTH) return 'short-password';
  return null;
}
