import { useRef, useState } from 'react';
import { account } from '#site/content/account.ts';
import { mfaErrors } from '#site/content/mfa-errors.ts';
import type { AccountAnswer, AccountError } from '#site/gateway/account.ts';
import { browserClient, type DataClient } from '#site/gateway/client.ts';
import { isUnreachable } from './error-advice.tsx';

/** One MFA call at a time; `error` is the message of the last one. */
export function useMfaCall() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>();
  const isRunning = useRef(false);

  /** Runs `work` unless another call is running; resolves to whether it succeeded. */
  const run = async (work: (client: DataClient) => Promise<AccountAnswer>): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setError(undefined);
    const message = await attempt(work);
    isRunning.current = false;
    setBusy(false);
    setError(message);
    return message === undefined;
  };
  return { isBusy, error, setError, run };
}

async function attempt(work: (client: DataClient) => Promise<AccountAnswer>): Promise<string | undefined> {
  try {
    const { error } = await work(await browserClient());
    return error ? describeMfaError(error) : undefined;
  } catch (error) {
    console.error(error);
    return describeMfaError({ name: 'Unreachable', message: String(error), status: 0 });
  }
}

/** The message for an MFA error: by the service's code, else its message, else a general one. */
export function describeMfaError(error: AccountError): string {
  if (isUnreachable(error)) return account.unreachable;
  return mfaErrors.byCode[error.code ?? ''] ?? (error.message.trim() || mfaErrors.failed);
}

/** The error of a code before it is sent, or null. */
export function validateCode(code: string): string | null {
  const digits = code.replace(/\s/g, '');
  if (digits === '') return mfaErrors.codeMissing;
  return /^\d{6}$/.test(digits) ? null : mfaErrors.codeMalformed;
}
