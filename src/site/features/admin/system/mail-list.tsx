import { useState } from 'react';
import { formatLocalTime, machineTime } from '#contract/date.ts';
import type { UndeliveredMail } from '#contract/system.ts';
import { mail } from '#site/content/mail.ts';
import { system } from '#site/content/system.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import {
  listWaitingMail,
  readWaitingEnquiry,
  retryMail,
  requestTestMail,
  SystemRequestError,
  type TestMailResult,
} from '#site/gateway/system.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Badge } from '#site/ui/badge.tsx';
import { Button } from '#site/ui/button.tsx';
import { Dialog } from '#site/ui/dialog.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { toast } from '#site/ui/toast.ts';
import { DashboardTable, RowAction } from '../dashboard-table.tsx';
import { ListSection } from '../list-section.tsx';
import { triesInWords } from '../mail/undelivered-notice.tsx';
import { useAdminMutation, useAdminQuery } from '../queries.ts';
import { ListMessage, QueryList } from '../query-list.tsx';

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
        <div className="wraps">
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
    return <Notice tone="success" role="status" text={words.tested(state.to)} />;
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
    write: requestTestMail,
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

type MailTableProps = {
  messages: readonly UndeliveredMail[];
  /** When they were read, in milliseconds. */
  now: number;
  isBusy: boolean;
  onRetry: (id: string) => void;
  /** Opens the text of an enquiry. */
  onRead: (id: string) => void;
};

/** Messages with their state and the last error, each with a button that tries it again; enquiries can be read. */
function MailTable({ messages, ...row }: MailTableProps) {
  const { columns } = words;
  return (
    <DashboardTable name="mail" headings={[columns.message, columns.state, columns.since]}>
      {messages.map((message) => (
        <MailRow key={message.id} message={message} {...row} />
      ))}
    </DashboardTable>
  );
}

type MailRowProps = { message: UndeliveredMail } & Omit<MailTableProps, 'messages'>;

function MailRow({ message, now, isBusy, onRetry, onRead }: MailRowProps) {
  const { id, kind, recipient, created_at: since, last_error: error } = message;
  const name = mail.kinds[kind] ?? kind;
  const about = `${name} ${mail.to(recipient)}`;
  return (
    <tr>
      <th scope="row">
        <span className="items__name">{name}</span>
        <span className="items__slug label soft">{mail.to(recipient)}</span>
      </th>
      <td className="items__state">
        <MailState message={message} now={now} />
        {error && <p className="items__reason small soft">{error}</p>}
      </td>
      <td className="items__date" data-label={words.columns.since}>
        <time dateTime={machineTime(since)}>{formatLocalTime(since)}</time>
      </td>
      <td className="items__actions">
        <div className="item-actions">
          {kind === 'enquiry' && <RowAction label={words.read} name={about} onClick={() => onRead(id)} />}
          <RowAction label={words.retry} name={about} isBusy={isBusy} onClick={() => onRetry(id)} />
        </div>
      </td>
    </tr>
  );
}

function MailState({ message, now }: { message: UndeliveredMail; now: number }) {
  const { states } = words;
  const { refused_at: rejectedAt, given_up_at: givenUpAt } = message;
  return (
    <p className="items__badges">
      {givenUpAt ? <Badge>{states.givenUp}</Badge> : null}
      {!givenUpAt && rejectedAt ? <Badge>{states.rejected}</Badge> : null}
      {!givenUpAt && !rejectedAt ? <Badge tone="muted">{states.waiting}</Badge> : null}
      <span className="items__slug label soft">{triesInWords(message, now)}</span>
    </p>
  );
}

/** The text of an enquiry that nobody has got by mail yet; `id` is null while none is read. */
function EnquiryDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  return (
    <Dialog isOpen={id !== null} onClose={onClose} title={words.enquiry} closeLabel={words.close}>
      {id !== null && <Enquiry id={id} />}
    </Dialog>
  );
}

function Enquiry({ id }: { id: string }) {
  // Not kept: the text belongs to the visitor and leaves the site when it is delivered.
  const query = useAdminQuery([...QUERY_KEYS.adminEnquiry, id], (client) => readWaitingEnquiry(client, id), {
    gcTime: 0,
  });
  return (
    <QueryList query={query} words={{ loading: words.readLoading, failed: words.readFailed }} errorRole="alert">
      {({ subject, reply_to: replyTo, text }) => (
        <div className="enquiry">
          <p className="enquiry__subject">{subject}</p>
          {replyTo && <a href={`mailto:${replyTo}`}>{words.replyTo(replyTo)}</a>}
          <p className="enquiry__text">{text}</p>
        </div>
      )}
    </QueryList>
  );
}
