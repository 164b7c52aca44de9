import { type Credentials, credentialsFault, isEmail } from '#contract/forms/credentials.ts';
import { MESSAGES } from '../../messages.ts';
import type { ToastMessage } from '../../ui/toast.ts';

export type FieldFault = { field: 'email' | 'password'; toast: ToastMessage };

/** The first thing wrong, the address before the password; a short password has another name at each tab (§5). */
export function credentialsMessage(credentials: Credentials, at: 'signin' | 'signup'): FieldFault | null {
  const fault = credentialsFault(credentials);
  if (fault === 'invalid-email') return { field: 'email', toast: MESSAGES.invalidEmail };
  if (fault === null) return null;
  return { field: 'password', toast: at === 'signin' ? MESSAGES.invalidPassword : MESSAGES.weakPassword };
}

export function emailMessage(email: string): FieldFault | null {
  return isEmail(email) ? null : { field: 'email', toast: MESSAGES.invalidEmail };
}

export function newPasswordMessage(password: string): FieldFault | null {
  return credentialsMessage({ email: 'known@account.example', password }, 'signup');
}
