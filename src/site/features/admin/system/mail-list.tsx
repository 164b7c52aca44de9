import { useState } from 'react';
import { system } from '#site/content/system.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import {
  listWaitingMail,
  retryMail,
  sendTestMail,
  SystemRequestError,
  type TestMailResult,
} from '#site/gateway/system.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { toast } from '#site/ui/toast.ts';
import { ListSection } from '../list-section.tsx';
import { useAdminMutation, useAdminQuery } from '../queries.ts';
import { ListMessage, QueryList } from '../query-list.tsx';
import { EnquiryDialog, MailTable } from './mail-table.tsx';

const words = system.mail;
/** A message that is tried leaves the list a moment later. */
const WHILE_WAITING_MS = 5_000;

/** Mail that waits, was rejected or given up, and a test of the mail server. */
export function MailList() {
  const query = useAdminQuery(QUERY_KEYS.adminWaitingMail, listWaitingMail, {
    failed: DASHBOARD_MESSAGES.fetchMailFailed,
    refetchInterval: ({ state }) => (state.data?.total && state.status === 'success' ? WHILE_WAITING_MS : false),
  });
  const { retry, isBusy } = useRetryMail();
  const test = useTestMail();
  const [readId, setReadId] = useState<string | null>(null);
  const total = query.data?.total;
  return (
    <ListSection
      words={words}
      total={total}
      isHeadingVisible
      create={
        <div className="system-tab__actions wraps">
          <Button size="small" variant="line" aria-disabled={test.isSending} onClick={test.send}>
            {test.isSending ? words.testing : words.test}
          </Button>
          {(total ?? 0) > 1 && (
            <Button size="small" variant="line" aria-disabled={isBusy} onClick={() => retry('all')}>
              {words.retryAll}
            </Button>
          )}
        </div>
      }
    >
      <TestNotice state={test.state} />
      <QueryList query={query} words={words} empty={<ListMessage text={words.empty} />}>
        {(page) => (
          <>
            <MailTable
              messages={page.rows}
              now={query.dataUpdatedAt}
              isBusy={isBusy}
              onRetry={retry}
              onRead={setReadId}
            />
            {page.total > page.rows.length && <p className="system-tab__note">{words.more(page.rows.length)}</p>}
          </>
        )}
      </QueryList>
      <EnquiryDialog id={readId} onClose={() => setReadId(null)} />
    </ListSection>
  );
}

function TestNotice({ state }: { state: TestMailState }) {
  if (state === null) return null;
  if (state.error === null) {
    return (
      <Notice tone="success" role="status">
        <p>{words.tested(state.to)}</p>
      </Notice>
    );
  }
  return (
    <Notice tone="danger" title={words.testFailed} role="alert">
      <p>{state.error.says}</p>
      {state.error.remedy && <p>{state.error.remedy}</p>}
    </Notice>
  );
}

/** Has one message, or `all`, tried again at once. */
function useRetryMail() {
  const { mutate, isPending } = useAdminMutation({
    write: retryMail,
    stale: [QUERY_KEYS.adminWaitingMail, QUERY_KEYS.adminMail],
    failed: DASHBOARD_MESSAGES.retryMailFailed,
    explain: (error) =>
      error instanceof SystemRequestError && error.code === 'mail_not_waiting'
        ? DASHBOARD_MESSAGES.mailNotWaiting
        : undefined,
    onDone: (count) => toast(DASHBOARD_MESSAGES.mailRetried(count)),
  });
  const retry = (id: string): void => {
    if (!isPending) mutate(id);
  };
  return { retry, isBusy: isPending };
}

/** The result of the last test; null before the first one, and while one is sent. */
type TestMailState = TestMailResult | null;

/** Errors of the service that it explains itself. */
const EXPLAINED = new Set(['no_mail_server', 'no_address', 'too_many_requests']);

/** Sends a test message to the signed-in person. */
function useTestMail() {
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
