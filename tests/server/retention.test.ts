import { randomUUID } from 'node:crypto';
import { copyFile, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  DELETED_ITEM_DAYS,
  KNOWN_CLIENT_DAYS,
  UNCONFIRMED_ACCOUNT_DAYS,
  UNUSED_SESSION_DAYS,
} from '#contract/retention.ts';
import { findText } from '../support/find-text.ts';
import { sendTestEnquiry } from '../support/send-enquiry.ts';
import { startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const app = startForTests(() => startTestApp({ smtp: false, env: { LOG_LEVEL: 'trace' } }));

const outbox = () => join(app.dataFolder, 'outbox');
const isDelivered = (message: string) => app.mails().some(({ text }) => text.includes(message));
/** The server has the message before the row says so. */
const isEmptied = async () => (await app.query('select from mail.outbox where delivered_at is null')).length === 0;

/** Enters rows with these ages, in days, past the trigger that forbids it. */
async function insertOldActivity(title: string, days: number): Promise<void> {
  await app.query(
    `insert into public.activity (happened_at, verb, subject, subject_id, title)
     values (now() - make_interval(days => $2), 'created', 'post', 'x', $1)`,
    [title, days],
  );
}
const activityTitles = async () => (await app.query('select title from public.activity')).map(({ title }) => title);

/** An account of this age, with `column` set to now or, without it, neither confirmed nor invited. */
async function insertAccount(days: number, column?: 'email_confirmed_at' | 'invited_at'): Promise<string> {
  const id = randomUUID();
  await app.query(
    `insert into auth.users (id, email, created_at, is_anonymous, ${column ?? 'email_confirmed_at'})
     values ($1, $2, now() - make_interval(days => $3), false, ${column ? 'now()' : 'null'})`,
    [id, `${id}@person.example`, days],
  );
  return id;
}

test('the file of an enquiry is kept while it waits, and leaves no copy once it is delivered, also after a crash before its removal; what is older than its period goes at a start, and what is younger stays; the privacy page states the period that is set', async () => {
  const message = `Filed question ${randomUUID()}`;
  expect(await sendTestEnquiry(app, message)).toBe(200);
  const [name = ''] = await waitFor(async () => {
    const names = await readdir(outbox()).catch(() => []);
    return names.some((one) => one.endsWith('.eml')) && names;
  });
  expect(await findText(app, message)).toEqual(['mail.outbox', join('outbox', name)]);

  const copy = join(app.dataFolder, 'copy.txt');
  await copyFile(join(outbox(), name), copy);
  // Of a message that is not in the database any more.
  const other = name.replace(/[\da-f-]{36}(?=\.eml)/, randomUUID());
  await copyFile(copy, join(outbox(), other));
  await app.restart('stop');
  await waitFor(async () => !(await readdir(outbox())).includes(other));
  expect(await readdir(outbox())).toContain(name);

  await app.restart('stop', { SMTP_URL: app.smtp.url });
  await waitFor(() => isDelivered(message));
  await waitFor(isEmptied);
  await waitFor(async () => (await readdir(outbox())).length === 0);

  // As a crash between the delivery and the removal of the file would leave it.
  await copyFile(copy, join(outbox(), name));
  await rename(copy, join(outbox(), `${name}.1.part`));
  await insertOldActivity('old', 124);
  await insertOldActivity('young', 122);
  const forgotten = await insertAccount(UNCONFIRMED_ACCOUNT_DAYS + 1);
  const kept = await Promise.all([
    insertAccount(UNCONFIRMED_ACCOUNT_DAYS - 1),
    insertAccount(UNCONFIRMED_ACCOUNT_DAYS + 1, 'email_confirmed_at'),
    insertAccount(UNCONFIRMED_ACCOUNT_DAYS + 1, 'invited_at'),
  ]);
  const owner = kept[1] ?? '';
  await insertSessions(owner);
  await insertDeletedItems();

  await app.restart('kill', { SMTP_URL: app.smtp.url, KEEP_ACTIVITY_DAYS: '123' });
  await waitFor(async () => (await readdir(outbox())).length === 0);
  await waitFor(async () => !(await activityTitles()).includes('old'));
  expect(await activityTitles()).toContain('young');
  await waitFor(async () => (await app.query('select from auth.users where id = $1', [forgotten])).length === 0);
  expect(await app.query('select from auth.users where id = any($1)', [kept])).toHaveLength(kept.length);
  const of = (sql: string) => app.query(sql, [owner]);
  expect(await of('select user_agent from auth.sessions where user_id = $1 order by 1')).toEqual([
    { user_agent: 'created lately' },
    { user_agent: 'used lately' },
  ]);
  expect(await of('select client_hash from auth.known_clients where user_id = $1')).toEqual([{ client_hash: 'young' }]);
  expect(await of('select token_hash from auth.one_time_tokens where user_id = $1')).toEqual([{ token_hash: 'young' }]);
  expect(await app.query(`select name from public.deleted_items order by 1`)).toEqual([{ name: 'young' }]);
  expect(await (await fetch(`${app.url}/privacy`)).text()).toContain('123 days');
});

test('a delivered enquiry leaves no copy in the database, in files or in the log', async () => {
  const message = `Our question ${randomUUID()}`;
  expect(await sendTestEnquiry(app, message)).toBe(200);
  await waitFor(() => isDelivered(message));
  await waitFor(isEmptied);
  for (const text of [message, 'asha@visitor.example']) {
    expect(await findText(app, text), text).toEqual([]);
    expect(app.process().said(), text).not.toContain(text);
  }
});

async function insertSessions(owner: string): Promise<void> {
  const [old, young] = [UNUSED_SESSION_DAYS + 1, UNUSED_SESSION_DAYS - 1];
  await app.query(
    `insert into auth.sessions (id, user_id, created_at, refreshed_at, user_agent) values
       (gen_random_uuid(), $1, now() - make_interval(days => $2), null, 'never used'),
       (gen_random_uuid(), $1, now() - make_interval(days => $2), now() - make_interval(days => $3), 'used lately'),
       (gen_random_uuid(), $1, now() - make_interval(days => $2), now() - make_interval(days => $2), 'used long ago'),
       (gen_random_uuid(), $1, now() - make_interval(days => $3), null, 'created lately')`,
    [owner, old, young],
  );
  await app.query(
    `insert into auth.known_clients (user_id, client_hash, last_used_at) values
       ($1, 'old', now() - make_interval(days => $2)), ($1, 'young', now() - make_interval(days => $3))`,
    [owner, KNOWN_CLIENT_DAYS + 1, KNOWN_CLIENT_DAYS - 1],
  );
  await app.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at) values
       (gen_random_uuid(), $1, 'recovery_token', 'old', 'x', now() at time zone 'utc' - interval '9 days'),
       (gen_random_uuid(), $1, 'confirmation_token', 'young', 'x', now() at time zone 'utc' - interval '1 day')`,
    [owner],
  );
}

async function insertDeletedItems(): Promise<void> {
  await app.query(
    `insert into public.deleted_items (table_name, row_id, name, item, deleted_at) values
       ('testimonials', gen_random_uuid(), 'old', '{}', now() - make_interval(days => $1)),
       ('testimonials', gen_random_uuid(), 'young', '{}', now() - make_interval(days => $2))`,
    [DELETED_ITEM_DAYS + 1, DELETED_ITEM_DAYS - 1],
  );
}
