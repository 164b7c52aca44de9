import { account, type AuthAdvice } from '#site/content/account.ts';
import type { AccountError } from '#site/gateway/account.ts';

/** Nobody answered: the client calls it retryable, and its message is the browser's own or an empty object's text. */
export function isUnreachable(error: AccountError): boolean {
  return error.name === 'AuthRetryableFetchError' || error.status === 0 || error.message === '{}';
}

/** What the toast says: the server's message; our own words where no server spoke; else the specified fallback (§8). */
export function describeError(error: AccountError, fallback: string): string {
  if (isUnreachable(error)) return account.unreachable;
  return error.message.trim() || fallback;
}

/** What the person can do about it, where there is more to say than the toast says. */
export function adviceFor(error: AccountError): AuthAdvice | null {
  const code = isUnreachable(error) ? 'unreachable' : error.code;
  return (code && account.advice[code]) || null;
}
