import { formatLocalTime, machineTime } from '#contract/date.ts';
import type { UndeliveredMail } from '#contract/system.ts';
import { mail } from '#site/content/mail.ts';
import { system } from '#site/content/system.ts';
import { Badge } from '#site/ui/badge.tsx';
import { Button } from '#site/ui/button.tsx';
import { ItemTable } from '../item-table.tsx';

const words = system.mail;

type MailTableProps = { messages: readonly UndeliveredMail[]; isBusy: boolean; onRetry: (id: string) => void };

/** Messages with their state and the last error, each with a button that tries it again. */
export function MailTable({ messages, isBusy, onRetry }: MailTableProps) {
  const { columns } = words;
  return (
    <ItemTable name="mail" headings={[columns.message, columns.state, columns.since]}>
      {messages.map((message) => (
        <MailRow key={message.id} message={message} isBusy={isBusy} onRetry={onRetry} />
      ))}
    </ItemTable>
  );
}

function MailRow({ message, isBusy, onRetry }: { message: UndeliveredMail } & Omit<MailTableProps, 'messages'>) {
  const { id, kind, recipient, created_at: since, last_error: error } = message;
  const name = mail.kinds[kind] ?? kind;
  return (
    <tr>
      <th scope="row">
        <span className="items__name">{name}</span>
        <span className="items__slug">{mail.to(recipient)}</span>
      </th>
      <td className="items__state">
        <MailState message={message} />
        <p className="items__reason">{error ?? mail.noError}</p>
      </td>
      <td className="items__date" data-label={words.columns.since}>
        <time dateTime={machineTime(since)}>{formatLocalTime(since)}</time>
      </td>
      <td className="items__actions">
        <RetryButton about={`${name} ${mail.to(recipient)}`} isBusy={isBusy} onClick={() => onRetry(id)} />
      </td>
    </tr>
  );
}

function RetryButton({ about, isBusy, onClick }: { about: string; isBusy: boolean; onClick: () => void }) {
  return (
    <div className="item-actions">
      <Button size="small" variant="quiet" aria-disabled={isBusy} onClick={onClick}>
        <span>
          {words.retry} <span className="sr-only">{about}</span>
        </span>
      </Button>
    </div>
  );
}

function MailState({ message }: { message: UndeliveredMail }) {
  const { states } = words;
  const { attempts, next_attempt_at: next, refused_at: rejectedAt, given_up_at: givenUpAt } = message;
  const tries = attempts === 0 ? words.notTried : words.tries(attempts);
  const nextTry = words.next(formatLocalTime(next));
  return (
    <p className="items__badges">
      {givenUpAt ? <Badge>{states.givenUp}</Badge> : null}
      {!givenUpAt && rejectedAt ? <Badge>{states.rejected}</Badge> : null}
      {!givenUpAt && !rejectedAt ? <Badge tone="muted">{states.waiting}</Badge> : null}
      <span className="items__slug">{givenUpAt || attempts === 0 ? tries : `${tries}, ${nextTry}`}</span>
    </p>
  );
}
