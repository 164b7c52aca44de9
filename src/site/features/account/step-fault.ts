import { account } from '../../content/account.ts';
import { secondStep } from '../../content/mfa.ts';
import type { AccountFault } from '../../gateway/account.ts';
import { isUnreachable } from './auth-advice.ts';

/** What to tell about a failed step: by the code of the service, else its message, else that something broke. */
export function describeStepFault(fault: AccountFault): string {
  if (isUnreachable(fault)) return account.unreachable;
  return secondStep.faults[fault.code ?? ''] ?? (fault.message.trim() || secondStep.failed);
}

/** What is wrong with a code before it is sent, or null. */
export function codeFault(code: string): string | null {
  const digits = code.replace(/\s/g, '');
  if (digits === '') return secondStep.codeMissing;
  return /^\d{6}$/.test(digits) ? null : secondStep.codeMalformed;
}
