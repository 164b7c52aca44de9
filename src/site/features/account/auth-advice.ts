import { account, type AuthAdvice } from '../../content/account.ts';
import type { AccountFault } from '../../gateway/account.ts';

/** Nobody answered: the client calls it retryable, and its message is the browser's own or an empty object's text. */
export function isUnreachable(fault: AccountFault): boolean {
  return fault.name === 'AuthRetryableFetchError' || fault.status === 0 || fault.message === '{}';
}

/** What the toast says: the server's message; our own words where no server spoke; else the specified fallback (§8). */
export function describeFault(fault: AccountFault, fallback: string): string {
  if (isUnreachable(fault)) return account.unreachable;
  return fault.message.trim() || fallback;
}

/** What the person can do about it, where there is more to say than the toast says. */
export function adviceFor(fault: AccountFault): AuthAdvice | null {
  const code = isUnreachable(fault) ? 'unreachable' : fault.code;
  return (code && account.advice[code]) || null;
}
