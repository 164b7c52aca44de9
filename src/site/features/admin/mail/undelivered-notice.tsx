import { useQuery } from '@tanstack/react-query';
import { mail } from '#site/content/mail.ts';
import { browserClient } from '#site/gateway/client.ts';
import { type UndeliveredMail, listUndeliveredMail } from '#site/gateway/undelivered-mail.ts';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { formatMoment } from '../moment.ts';
import { ADMIN_KEYS } from '../query-keys.ts';

const ROWS = 20;

/** Says that messages have not arrived, or that this could not be found out; while all is well, and until it is known, nothing. */
export function UndeliveredNotice() {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ADMIN_KEYS.mail,
    queryFn: async () => listUndeliveredMail(await browserClient(), ROWS),
    staleTime: 0,
    networkMode: 'always',
  });
  if (isError) {
    return (
      <Notice tone="danger">
        <p>{mail.failed}</p>
        <div className="notice-actions">
          <Button size="small" variant="line" disabled={isFetching} onClick={() => void refetch()}>
            {isFetching ? mail.checking : mail.checkAgain}
          </Button>
        </div>
      </Notice>
    );
  }
  if (!data || data.total === 0) return null;
  return (
    <Notice tone="danger" title={mail.title(data.total)}>
      <p>{mail.text}</p>
      <details className="undelivered">
        <summary>{mail.show}</summary>
        <ul>
          {data.rows.map((message) => (
            <UndeliveredItem key={message.id} message={message} />
          ))}
        </ul>
        {data.total > data.rows.length && <p>{mail.more(data.rows.length)}</p>}
      </details>
    </Notice>
  );
}

function UndeliveredItem({ message }: { message: UndeliveredMail }) {
  const since = mail.since(formatMoment(message.created_at));
  const next = message.given_up_at ? mail.givenUp : mail.nextTry(formatMoment(message.next_attempt_at));
  return (
    <li>
      <p>
        <strong>{mail.kinds[message.kind] ?? message.kind}</strong> {mail.to(message.recipient)}
      </p>
      <p className="undelivered__times">
        {since} · {next}
      </p>
      <p className="undelivered__error">{message.last_error ?? mail.noError}</p>
    </li>
  );
}
