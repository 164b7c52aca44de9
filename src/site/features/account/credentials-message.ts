import { type Credentials, validateCredentials, isEmail } from '#contract/forms/credentials.ts';
import { MESSAGES } from '#site/messages.ts';
import type { ToastMessage } from '#site/ui/toast.ts';

export type FieldError = { field: 'email' | 'password'; toast: ToastMessage };

/** The first thing wrong, the address before the password; a short password has another name at each tab (§5). */
export function credentialsMessage(credentials: Credentials, at: 'signin' | 'signup'): FieldError | null {
  const error = validateCredentials(credentials);
  if (error === 'invalid-email') return { field: 'email', toast: MESSAGES.invalidEmail };
  if (error === null) return null;
  return { field: 'password', toast: at === 'signin' ? MESSAGES.invalidPassword : MESSAGES.weakPassword };
}

export function emailMessage(email: string): FieldError | null {
  return isEmail(email) ? null : { field: 'email', toast: MESSAGES.invalidEmail };
}

export function newPasswordMessage(password: string): FieldError | null {
  return credentialsMessage({ email: 'known@account.example', password }, 'signup');
}
