import { account } from '#site/content/account.ts';
import { mfa } from '#site/content/mfa.ts';
import type { AccountError } from '#site/gateway/account.ts';
import { isUnreachable } from './auth-advice.ts';

/** The message for an MFA error: by the service's code, else its message, else a general one. */
export function describeMfaError(error: AccountError): string {
  if (isUnreachable(error)) return account.unreachable;
  return mfa.errors[error.code ?? ''] ?? (error.message.trim() || mfa.failed);
}

/** The error of a code before it is sent, or null. */
export function validateCode(code: string): string | null {
  const digits = code.replace(/\s/g, '');
  if (digits === '') return mfa.codeMissing;
  return /^\d{6}$/.test(digits) ? null : mfa.codeMalformed;
}
