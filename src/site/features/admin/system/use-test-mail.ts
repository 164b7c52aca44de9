import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { SystemRequestError, type TestMailResult, sendTestMail } from '#site/gateway/system.ts';
import { useState } from 'react';
import { useAdminMutation } from '../use-admin-mutation.ts';

/** The result of the last test; null before the first one, and while one is sent. */
export type TestMailState = TestMailResult | null;

/** Errors of the service that it explains itself. */
const EXPLAINED = new Set(['no_mail_server', 'no_address', 'too_many_requests']);

/** Sends a test message to the signed-in person. */
export function useTestMail() {
  const [state, setState] = useState<TestMailState>(null);
  const { mutate, isPending } = useAdminMutation({
    write: sendTestMail,
    stale: [],
    failed: DASHBOARD_MESSAGES.testMailFailed(),
    explain: (error) =>
      error instanceof SystemRequestError && EXPLAINED.has(error.code)
        ? DASHBOARD_MESSAGES.testMailFailed(error.message)
        : undefined,
    onDone: setState,
  });
  const send = (): void => {
    if (isPending) return;
    setState(null);
    mutate(undefined);
  };
  return { state, send, isSending: isPending };
}
