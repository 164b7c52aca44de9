import { PASSWORD_MIN_LENGTH } from '../limits.ts';

export type Credentials = { email: string; password: string };
export type CredentialsError = 'invalid-email' | 'short-password';

/** Characters of no width, or for the direction of the text around them. They come with copied texts. */
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

export const withoutInvisible = (text: string): string => text.replaceAll(INVISIBLE, '');

/**
 * Whether the text is an e-mail address by specification §5: text without spaces, an at sign, text, a dot, text.
 * Checked by position, because a regular expression with a dot between two classes that contain the dot takes quadratic
 * time.
 */
export function isEmail(text: string): boolean {
  if (/\s/.test(text)) return false;
  const [name, domain, ...more] = text.split('@', 3);
  // A dot that is neither first nor last.
  const isDotted = domain !== undefined && domain.slice(1, -1).includes('.');
  return name !== '' && isDotted && more.length === 0;
}

/** The first error of the credentials, e-mail before password, or null. */
export function validateCredentials({ email, password }: Credentials): CredentialsError | null {
  if (!isEmail(email)) return 'invalid-email';
  if (password.length < PASSWORD_MIN_LENGTH) return 'short-password';
  return null;
}
