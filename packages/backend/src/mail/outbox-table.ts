import { hash, randomUUID } from 'node:crypto';
import { asBackend } from '../database/as-caller.ts';
import type { DatabasePool, RunQuery } from '../database/connect.ts';
import type { MailSettings } from '../deps.ts';
import { planNextAttempt } from './back-off.ts';
import type { OutgoingMail } from './outbox.ts';
import type { ClaimedMail, DeliveryOutcome } from './transport.ts';

/** A claim is renewed while its delivery runs (conversations.ts), so it expires only after a crash. */
const CLAIM_MS = 3 * 60_000;
/**
 * When the clock is set back, earlier rows have times too far in the future. A claim more than ten minutes ahead and an
 * attempt later than the longest wait of back-off.ts are therefore ignored. The margins are for clocks that differ.
 */
const UNCLAIMED = `(claimed_until > $1 and claimed_until <= $1::timestamptz + interval '10 minutes') is not true`;
const IS_DUE = `(attempts = 0 or next_attempt_at <= $1 or next_attempt_at > $1::timestamptz
  + case when refused_at is null then interval '30 minutes' else interval '25 hours' end)`;

/** Inserts a message that is due now. NUL characters, which PostgreSQL cannot store, are removed. */
export async function insertMail(query: RunQuery, mail: OutgoingMail, now: Date): Promise<{ id: string }> {
  const id = randomUUID();
  const texts = [mail.kind, mail.to, mail.subject, mail.text, mail.html ?? null, mail.replyTo ?? null];
  await query(
    `insert into mail.outbox (id, created_at, next_attempt_at, recipient_number, kind, recipient, subject, text_body,
       html_body, reply_to)
     values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, now.toISOString(), mail.recipientNumber ?? null, ...texts.map((text) => text?.replaceAll('\0', '') ?? null)],
  );
  return { id };
}

type ClaimRequest = { now: Date; limit: number; skipWrittenToFile: boolean; held?: readonly string[] };

/**
 * Claims up to `limit` due messages, oldest first, for this process: other processes skip them until the claim expires.
 * `skipWrittenToFile` leaves out messages that were already written as files, `held` those that this process delivers.
 */
export async function claimMails(
  database: DatabasePool,
  { now, limit, skipWrittenToFile, held = [] }: ClaimRequest,
): Promise<ClaimedMail[]> {
  const { rows } = await asBackend(database, (query) =>
    query(
      `with due as (
         select id from mail.outbox
         where delivered_at is null and given_up_at is null and ${IS_DUE} and ${UNCLAIMED}
           and (filed_at is null or not $4) and id <> all ($5::uuid[])
         order by next_attempt_at, created_at limit $2
         for update skip locked
       )
       update mail.outbox as mail set claimed_until = $3, attempts = attempts + 1
       from due where mail.id = due.id
       returning mail.id, kind, recipient, subject, text_body as text, html_body as html, reply_to as "replyTo",
         (extract(epoch from created_at) * 1000)::float8 as "createdMs",
         (extract(epoch from refused_at) * 1000)::float8 as "rejectedMs",
         attempts, unanswered_sends as "unansweredSends"`,
      [now.toISOString(), limit, claimEnd(now), skipWrittenToFile, held],
    ),
  );
  return rows.map(
    ({ createdMs, rejectedMs, ...row }) =>
      ({
        ...row,
        createdAt: new Date(createdMs as number),
        rejectedAt: rejectedMs === null ? null : new Date(rejectedMs as number),
      }) as ClaimedMail,
  );
}

const claimEnd = (now: Date): string => new Date(now.getTime() + CLAIM_MS).toISOString();

/** Renews the claims and returns the ids of the messages that this process still has. */
export async function renewClaims(
  database: DatabasePool,
  mails: readonly ClaimedMail[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const { rows } = await asBackend(database, (query) =>
    query(
      `update mail.outbox as mail set claimed_until = $3
       from unnest($1::uuid[], $2::int[]) as own (id, attempts)
       where mail.id = own.id and mail.attempts = own.attempts and claimed_until is not null
       returning mail.id`,
      [mails.map(({ id }) => id), mails.map(({ attempts }) => attempts), claimEnd(now)],
    ),
  );
  return new Set(rows.map(({ id }) => String(id)));
}

/**
 * Counts a send before the body is sent, so that it is counted even after a crash. Throws when another process has
 * claimed the message.
 */
export async function countSend(database: DatabasePool, mail: ClaimedMail): Promise<void> {
  const { rowCount } = await asBackend(database, (query) =>
    query(`update mail.outbox set unanswered_sends = $3 ${OWN}`, [mail.id, mail.attempts, mail.unansweredSends + 1]),
  );
  if (rowCount === 0) throw new Error('Another process has taken the message on.');
}

/**
 * Records the outcome of an attempt and releases the claim. Content and addresses of delivered messages are deleted.
 * `settings` is the hash of the settings of the attempt.
 */
export async function recordOutcome(
  database: DatabasePool,
  mail: ClaimedMail,
  outcome: DeliveryOutcome,
  { now, settings }: { now: Date; settings: string },
): Promise<void> {
  await asBackend(database, async (query) => {
    if (outcome.kind === 'delivered') return query(DELIVERED, [mail.id, now.toISOString()]);
    // When the claim has expired, the outcome of the process that claimed it next counts.
    const own = [mail.id, mail.attempts];
    if (outcome.kind === 'written-to-file') return query(WRITTEN_TO_FILE, [...own, now.toISOString()]);
    const { nextAttemptAt, rejectedAt, unansweredSends, givenUpAt } = planNextAttempt(mail, outcome.kind, now);
    const times = [nextAttemptAt, rejectedAt, givenUpAt].map((time) => time?.toISOString() ?? null);
    return query(UNDELIVERED, [...own, ...times, unansweredSends, settings, outcome.reason]);
  });
}

const DELIVERED = `update mail.outbox set delivered_at = $2, claimed_until = null, recipient = null, subject = null,
  text_body = null, html_body = null, reply_to = null, last_error = null, refused_at = null, refused_with = null,
  given_up_at = null where id = $1`;
const OWN = 'where id = $1 and attempts = $2 and delivered_at is null';
const WRITTEN_TO_FILE = `update mail.outbox set filed_at = $3, last_error = null, claimed_until = null ${OWN}`;
const UNDELIVERED = `update mail.outbox set next_attempt_at = $3, refused_at = $4, given_up_at = $5,
  filed_at = null, unanswered_sends = $6, refused_with = $7, last_error = $8, claimed_until = null ${OWN}`;

/** When the next message is due, or null when none waits. The parameters are those of `claimMails`. */
export async function nextDue(
  database: DatabasePool,
  { skipWrittenToFile, held = [] }: Pick<ClaimRequest, 'skipWrittenToFile' | 'held'>,
): Promise<Date | null> {
  const { rows } = await asBackend(database, (query) =>
    query(
      `select (extract(epoch from min(greatest(next_attempt_at, claimed_until))) * 1000)::float8 as ms
       from mail.outbox where delivered_at is null and given_up_at is null and (filed_at is null or not $1)
         and id <> all ($2::uuid[])`,
      [skipWrittenToFile, held],
    ),
  );
  const ms = rows[0]?.ms;
  return typeof ms === 'number' ? new Date(ms) : null;
}

/** Deletes the rows of messages that were delivered more than `days` ago. */
export async function forgetDelivered(database: DatabasePool, days: number): Promise<void> {
  await asBackend(database, (query) =>
    query('delete from mail.outbox where delivered_at < now() - make_interval(days => $1)', [days]),
  );
}

/** Resets a message to its state before the first attempt, due now. */
const ANEW = `refused_at = null, refused_with = null, given_up_at = null, unanswered_sends = 0, next_attempt_at = $1`;

/** A hash of the settings that can cause a rejection. It does not include the password. */
export function hashSettings({ smtpUrl, from, enquiriesTo }: MailSettings): string {
  const server = smtpUrl === null ? null : new URL(smtpUrl);
  if (server) server.password = '';
  return hash('sha256', JSON.stringify([server?.href, from, enquiriesTo]));
}

/**
 * Applies changed settings to waiting messages: an enquiry to an address that is no longer in ENQUIRIES_TO goes to the
 * one at its position (or the first), also when a process that has ended may have claimed it, and messages rejected
 * under other settings become due.
 */
export async function applySettings(database: DatabasePool, settings: MailSettings, now: Date): Promise<void> {
  await asBackend(database, async (query) => {
    const at = now.toISOString();
    await query(
      `update mail.outbox set recipient = coalesce(($2::text[])[recipient_number], ($2::text[])[1]), ${ANEW}
       where kind = 'enquiry' and delivered_at is null and recipient <> all ($2::text[])`,
      [at, settings.enquiriesTo],
    );
    await query(
      `update mail.outbox set ${ANEW}
       where delivered_at is null and refused_at is not null and refused_with is distinct from $2 and ${UNCLAIMED}`,
      [at, hashSettings(settings)],
    );
  });
}

/** Makes one message (`id`), or `all` undelivered ones, due now, including those given up. Returns their number. */
export async function makeDue(database: DatabasePool, id: string, now: Date): Promise<number> {
  const { rowCount } = await asBackend(database, (query) =>
    query(
      `update mail.outbox set ${ANEW}
       where delivered_at is null and ($2 = 'all' or id::text = $2) and ${UNCLAIMED}`,
      [now.toISOString(), id],
    ),
  );
  return rowCount;
}
