import { type Credentials, validateCredentials, isEmail } from '#contract/forms/credentials.ts';
import { MESSAGES } from '#site/messages.ts';
import type { ToastMessage } from '#site/ui/toast.ts';

export type CredentialsFieldError = { field: 'email' | 'password'; toast: ToastMessage };

/** The first error, address before password; a short password has another title in each tab (specification §5). */
export function credentialsMessage(credentials: Credentials, at: 'signin' | 'signup'): CredentialsFieldError | null {
  const error = validateCredentials(credentials);
  if (error === 'invalid-email') return { field: 'email', toast: MESSAGES.invalidEmail };
  if (error === null) return null;
  return { field: 'password', toast: at === 'signin' ? MESSAGES.invalidPassword : MESSAGES.weakPassword };
}

export function emailMessage(email: string): CredentialsFieldError | null {
  return isEmail(email) ? null : { field: 'email', toast: MESSAGES.invalidEmail };
}

export function newPasswordMessage(password: string): CredentialsFieldError | null {
  return credentialsMessage({ email: 'known@account.example', password }, 'signup');
}
