import { useState } from 'react';
import { MAIL_SEEN_KEY } from '#contract/browser-keys.ts';
import { formatLocalTime } from '#contract/date.ts';
import type { UndeliveredMail } from '#contract/system.ts';
import { mail } from '#site/content/mail.ts';
import { system } from '#site/content/system.ts';
import { listUndeliveredMail, type UndeliveredMessage } from '#site/gateway/system.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { useUserId } from '../live/live-provider.tsx';
import { useAdminQuery } from '../queries.ts';
import { RetryNotice } from '../query-list.tsx';

/** A new one is noticed among so many. */
const MAX_READ = 200;
const MAX_SHOWN = 20;
/** Messages become late and arrive while the dashboard is open. */
const REFETCH_MS = 30_000;

type UndeliveredNoticeProps = {
  /** One line, so that an open form keeps the window. */
  isLine: boolean;
  /** null on that tab. */
  onOpenSystem: (() => void) | null;
};

/** Reports undelivered messages until they are put away, or that they could not be read; otherwise nothing. */
export function UndeliveredNotice({ isLine, onOpenSystem }: UndeliveredNoticeProps) {
  const seen = useSeenMessages();
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useAdminQuery(
    QUERY_KEYS.adminMail,
    (client) => listUndeliveredMail(client, MAX_READ),
    { refetchInterval: REFETCH_MS },
  );
  if (isError) {
    const words = { retry: mail.checkAgain, loading: mail.checking };
    return <RetryNotice text={mail.failed} words={words} isBusy={isFetching} onRetry={() => void refetch()} />;
  }
  if (!data || data.total === 0 || isAllSeen(data.rows, seen.ids)) return null;
  const buttons = (
    <>
      {onOpenSystem && (
        <Button size="small" variant="line" onClick={onOpenSystem}>
          {isLine ? mail.open : mail.openSystem}
        </Button>
      )}
      <Button
        size="small"
        variant={onOpenSystem ? 'quiet' : 'line'}
        title={mail.putAwayHint}
        onClick={() => seen.add(data.rows)}
      >
        {mail.putAway}
      </Button>
    </>
  );
  if (isLine) {
    return (
      <div className="undelivered-line" role="status">
        <p>{mail.title(data.total)}</p>
        {buttons}
      </div>
    );
  }
  const shown = data.rows.slice(0, MAX_SHOWN);
  return (
    <Notice tone="danger" title={mail.title(data.total)}>
      {data.rows.some(({ kind }) => kind === 'enquiry') && <p>{mail.enquiries}</p>}
      <p>{mail.text}</p>
      <details className="undelivered-notice">
        <summary>{mail.show}</summary>
        <ul>
          {shown.map((message) => (
            <UndeliveredItem key={message.id} message={message} now={dataUpdatedAt} />
          ))}
        </ul>
        {data.total > shown.length && <p>{mail.more(shown.length)}</p>}
      </details>
      <div className="notice-actions wraps">{buttons}</div>
    </Notice>
  );
}

/** The messages whose notice was put away on this device. */
function useSeenMessages() {
  const key = `${MAIL_SEEN_KEY}:${useUserId()}`;
  const [ids, setIds] = useState<ReadonlySet<string>>(() => readSeen(key));
  const add = (messages: readonly UndeliveredMessage[]): void => {
    const all = messages.flatMap(({ id }) => id ?? []);
    setIds(new Set(all));
    try {
      localStorage.setItem(key, JSON.stringify(all));
    } catch (error) {
      console.info('The notice comes back with the next page:', error);
    }
  };
  return { ids, add };
}

function readSeen(key: string): Set<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.map(String) : []);
  } catch {
    return new Set();
  }
}

export function isAllSeen(messages: readonly Pick<UndeliveredMessage, 'id'>[], seen: ReadonlySet<string>): boolean {
  return messages.every(({ id }) => id !== null && seen.has(id));
}

function UndeliveredItem({ message, now }: { message: UndeliveredMessage; now: number }) {
  const since = mail.since(formatLocalTime(message.created_at));
  return (
    <li>
      <p>
        <strong>{mail.kinds[message.kind] ?? message.kind}</strong> {mail.to(message.recipient)}
      </p>
      <p className="small">
        {since} · {nextTryInWords(message, now)}
      </p>
      {message.last_error && <p className="undelivered-notice__error small">{message.last_error}</p>}
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

/** How often a message was tried, and when it is tried next. No mail server was asked of one that waits for a server. */
export function triesInWords(message: Times & Pick<UndeliveredMail, 'attempts'>, now: number): string {
  const { attempts, filed_at, given_up_at } = message;
  if (filed_at && !given_up_at) return mail.noServer;
  const tries = attempts === 0 ? system.mail.notTried : system.mail.tries(attempts);
  return given_up_at || attempts === 0 ? tries : `${tries}, ${nextTryInWords(message, now)}`;
}
