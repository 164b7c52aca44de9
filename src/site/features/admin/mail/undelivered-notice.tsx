import { formatLocalTime } from '#contract/date.ts';
import type { UndeliveredMail } from '#contract/system.ts';
import { mail } from '#site/content/mail.ts';
import { listUndeliveredMail, type UndeliveredMessage } from '#site/gateway/system.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { useAdminQuery } from '../queries.ts';
import { RetryNotice } from '../query-list.tsx';

const MAX_ROWS = 20;
/** Messages become late and arrive while the dashboard is open. */
const REFETCH_MS = 30_000;

/** Reports undelivered messages, or that they could not be read; otherwise nothing. `onOpenSystem` is null on that tab. */
export function UndeliveredNotice({ onOpenSystem }: { onOpenSystem: (() => void) | null }) {
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useAdminQuery(
    QUERY_KEYS.adminMail,
    (client) => listUndeliveredMail(client, MAX_ROWS),
    { refetchInterval: REFETCH_MS },
  );
  if (isError) {
    const words = { retry: mail.checkAgain, loading: mail.checking };
    return <RetryNotice text={mail.failed} words={words} isBusy={isFetching} onRetry={() => void refetch()} />;
  }
  if (!data || data.total === 0) return null;
  return (
    <Notice tone="danger" title={mail.title(data.total)}>
      {data.rows.some(({ kind }) => kind === 'enquiry') && <p>{mail.enquiries}</p>}
      <p>{mail.text}</p>
      <details className="undelivered-notice">
        <summary>{mail.show}</summary>
        <ul>
          {data.rows.map((message) => (
            <UndeliveredItem key={message.id} message={message} now={dataUpdatedAt} />
          ))}
        </ul>
        {data.total > data.rows.length && <p>{mail.more(data.rows.length)}</p>}
      </details>
      {onOpenSystem && (
        <div className="notice-actions wraps">
          <Button size="small" variant="line" onClick={onOpenSystem}>
            {mail.openSystem}
          </Button>
        </div>
      )}
    </Notice>
  );
}

function UndeliveredItem({ message, now }: { message: UndeliveredMessage; now: number }) {
  const since = mail.since(formatLocalTime(message.created_at));
  return (
    <li>
      <p>
        <strong>{mail.kinds[message.kind] ?? message.kind}</strong> {mail.to(message.recipient)}
      </p>
      <p className="undelivered-notice__times">
        {since} · {nextTryInWords(message, now)}
      </p>
      <p className="undelivered-notice__error">{message.last_error ?? mail.noError}</p>
    </li>
  );
}

type Times = Pick<UndeliveredMail, 'filed_at' | 'given_up_at' | 'next_attempt_at'>;

/**
 * When a message is tried next, in words. A time that is over is never shown: the attempt is running, or no mail server
 * is set.
 */
export function nextTryInWords({ filed_at, given_up_at, next_attempt_at }: Times, now: number): string {
  if (given_up_at) return mail.givenUp;
  if (filed_at) return mail.noServer;
  return Date.parse(next_attempt_at) <= now ? mail.tryingNow : mail.nextTry(formatLocalTime(next_attempt_at));
}
