import { formatLocalTime, machineTime } from '#contract/date.ts';
import type { UndeliveredMail } from '#contract/system.ts';
import { mail } from '#site/content/mail.ts';
import { system } from '#site/content/system.ts';
import { readWaitingEnquiry } from '#site/gateway/system.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Badge } from '#site/ui/badge.tsx';
import { Dialog } from '#site/ui/dialog.tsx';
import { DashboardTable, RowAction } from '../dashboard-table.tsx';
import { nextTryInWords } from '../mail/undelivered-notice.tsx';
import { useAdminQuery } from '../queries.ts';
import { QueryList } from '../query-list.tsx';

const words = system.mail;

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
export function MailTable({ messages, ...row }: MailTableProps) {
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
        <p className="items__reason small soft">{error ?? mail.noError}</p>
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
  const { attempts, refused_at: rejectedAt, given_up_at: givenUpAt } = message;
  const tries = attempts === 0 ? words.notTried : words.tries(attempts);
  const next = nextTryInWords(message, now);
  return (
    <p className="items__badges">
      {givenUpAt ? <Badge>{states.givenUp}</Badge> : null}
      {!givenUpAt && rejectedAt ? <Badge>{states.rejected}</Badge> : null}
      {!givenUpAt && !rejectedAt ? <Badge tone="muted">{states.waiting}</Badge> : null}
      <span className="items__slug label soft">{givenUpAt || attempts === 0 ? tries : `${tries}, ${next}`}</span>
    </p>
  );
}

/** The text of an enquiry that nobody has got by mail yet; `id` is null while none is read. */
export function EnquiryDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
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
