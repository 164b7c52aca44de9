import { asBackend } from '../database/as-caller.ts';
import type { DatabasePool, RunQuery } from '../database/connect.ts';
import type { OutgoingMail } from './outbox.ts';
import { insertMail } from './outbox-table.ts';
import type { UndeliveredMail } from './undelivered.ts';

export type ReportSettings = {
  /** The addresses of the administrators; reads in the transaction of the report. */
  recipients: (query: RunQuery) => Promise<readonly string[]>;
  /** The page that lists the messages. */
  listUrl: string;
  formatTime: (date: Date) => string;
};

/** A report that cannot be delivered is not reported. */
const KIND = 'undeliverable';
const HOUR_MS = 3_600_000;
const MAX_LISTED = 20;

type Undeliverable = Pick<UndeliveredMail, 'id' | 'kind' | 'recipient' | 'created_at' | 'last_error'> & {
  is_given_up: boolean;
};

/**
 * Enqueues a report of the messages that were rejected or given up since the last one, at most one in an hour, to each
 * recipient. Messages that merely wait for a mail server are not reported: the report would wait as well. A message is
 * reported again when it is given up, or rejected anew after a retry by hand.
 */
export async function reportUndeliverable(database: DatabasePool, settings: ReportSettings, now: Date): Promise<void> {
  await asBackend(database, async (query) => {
    const { rows } = await query(NEW_ONES);
    const messages = rows as Undeliverable[];
    if (messages.length === 0 || !(await mayReport(query, now))) return;
    const recipients = await settings.recipients(query);
    if (recipients.length === 0) return;
    const ids = messages.map(({ id }) => id);
    await query('update mail.outbox set reported_at = $1 where id = any($2)', [now.toISOString(), ids]);
    for (const to of recipients) await insertMail(query, compose(messages, to, settings), now);
  });
}

const FAILED_AT = 'coalesce(given_up_at, refused_at)';
const IS_NEW = `delivered_at is null and ${FAILED_AT} is not null and kind <> '${KIND}'
  and (reported_at is null or ${FAILED_AT} > reported_at)`;
const NEW_ONES = `select id, kind, recipient, to_json(created_at)#>>'{}' as created_at, last_error,
    given_up_at is not null as is_given_up
  from mail.outbox where ${IS_NEW} order by mail.outbox.created_at, id`;

/**
 * Whether no other process is about to report, and the last report is an hour old. A report that is more than ten
 * minutes ahead was made before the clock was set back.
 */
async function mayReport(query: RunQuery, now: Date): Promise<boolean> {
  const lock = await query(`select pg_try_advisory_xact_lock(hashtext('mail.${KIND}')) as is_locked`);
  if (lock.rows[0]?.['is_locked'] !== true) return false;
  const since = new Date(now.getTime() - HOUR_MS).toISOString();
  const { rowCount } = await query(
    `select from mail.outbox where kind = '${KIND}' and created_at > $1
       and created_at <= $1::timestamptz + interval '70 minutes' limit 1`,
    [since],
  );
  return rowCount === 0;
}

function compose(
  messages: readonly Undeliverable[],
  to: string,
  { listUrl, formatTime }: ReportSettings,
): OutgoingMail {
  const count = messages.length === 1 ? '1 message' : `${messages.length} messages`;
  const listed = messages.slice(0, MAX_LISTED).map((message) => describe(message, formatTime));
  const rest = messages.length - listed.length;
  return {
    kind: KIND,
    to,
    subject: `${count} of the website could not be delivered`,
    text: [
      `${count} could not be delivered. Nothing is lost: the site keeps what it could not deliver.`,
      ...listed,
      ...(rest > 0 ? [`… and ${rest} more.`] : []),
      `The System tab of the dashboard shows the reason of each message and can try it again:\n${listUrl}`,
      'Reports are sent at most once an hour.\n',
    ].join('\n\n'),
  };
}

function describe(message: Undeliverable, formatTime: ReportSettings['formatTime']): string {
  const { kind, recipient, created_at, last_error, is_given_up } = message;
  const next = is_given_up ? 'attempts ended' : 'tried again daily for a week';
  return `- ${kind.replaceAll('_', ' ')} to ${recipient}, of ${formatTime(new Date(created_at))}, ${next}:\n  ${oneLine(last_error)}`;
}

/** Servers answer in several lines. */
const oneLine = (text: string | null): string => (text ?? 'no reason is known').replaceAll(/\s+/g, ' ');
