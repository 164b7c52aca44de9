import { account, type AuthAdvice } from '#site/content/account.ts';
import type { AccountError } from '#site/gateway/account.ts';

/** No server answered: the client calls the error retryable, with the browser's message or the text of an empty object. */
export function isUnreachable(error: AccountError): boolean {
  return error.name === 'AuthRetryableFetchError' || error.status === 0 || error.message === '{}';
}

/** The text of the toast: the server's message, our own where no server answered, or the specified fallback (specification §8). */
export function describeError(error: AccountError, fallback: string): string {
  if (isUnreachable(error)) return account.unreachable;
  return error.message.trim() || fallback;
}

/** What the person can do about the error, beyond the toast. */
export function adviceFor(error: AccountError): AuthAdvice | null {
  const code = isUnreachable(error) ? 'unreachable' : error.code;
  return (code && account.advice[code]) || null;
}
