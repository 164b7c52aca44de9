import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MailBox, ReceivedMail, Reply } from '#tests/support/smtp.ts';
import { asBackend } from '../database/as-caller.ts';
import { createClient } from '../database/client.ts';
import { claimMails, renewClaims } from './outbox-table.ts';
import { CONFIRMATION, mailForTests } from '#tests/support/mail-fixture.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { SMTP_TIMEOUTS } from './smtp-transport.ts';

const QUARTER_MS = 15 * 60_000;

const { mailDatabase, testMail } = mailForTests();
/** The messages that the server has received without an answer; `answer` sends it. */
let held: { mail: ReceivedMail; answer: Reply['answer'] }[];

beforeEach(() => {
  held = [];
});
afterEach(() => {
  for (const { answer } of held) answer();
});

/** A server that answers the body only when the test calls `answer`. */
function openSlowServer(): Promise<MailBox> {
  return testMail.openServer({ onMail: (mail, { answer }) => held.push({ mail, answer }) });
}

test('the timeouts are at least those of RFC 5321 4.5.3.2', () => {
  expect(SMTP_TIMEOUTS.greetingTimeout).toBe(5 * 60_000);
  expect(SMTP_TIMEOUTS.connectionTimeout).toBeGreaterThan(SMTP_TIMEOUTS.greetingTimeout);
  expect(SMTP_TIMEOUTS.socketTimeout).toBe(10 * 60_000);
});

test('a message whose response comes too late is sent three times at most, and then kept for the operator', async () => {
  const server = await openSlowServer();
  const outbox = testMail.openOutbox(server.url, { timeouts: { socketTimeout: 300 } });
  await testMail.send(outbox, CONFIRMATION);
  for (let sends = 1; sends <= 3; sends += 1) {
    await waitFor(async () => held.length === sends && (await testMail.waiting())[0]?.last_error !== null);
    await sleep(400);
    testMail.advanceClock(QUARTER_MS + 1);
    outbox.wake();
  }
  await waitFor(async () => (await testMail.waiting())[0]?.given_up_at !== null);
  await sleep(200);
  expect(held).toHaveLength(3);
  expect(new Set(held.map(({ mail }) => mail.messageId)).size).toBe(1);
  expect((await testMail.waiting())[0]?.last_error).toContain('may have arrived');
});

test('an error response to the body never counts as a send', async () => {
  const server = await openSlowServer();
  const outbox = testMail.openOutbox(server.url);
  await testMail.send(outbox, CONFIRMATION);
  for (let sends = 1; sends <= 5; sends += 1) {
    await waitFor(() => held.length === sends);
    held.at(-1)?.answer(Object.assign(new Error('Try later'), { responseCode: 451 }));
    await waitFor(async () => (await testMail.waiting())[0]?.last_error?.includes('451') === true);
    await sleep(50);
    testMail.advanceClock(QUARTER_MS);
    outbox.wake();
  }
  await waitFor(() => held.length === 6);
  expect((await testMail.waiting())[0]?.given_up_at).toBeNull();
});

test('a stop before the response counts as a send', async () => {
  const server = await openSlowServer();
  const outbox = testMail.openOutbox(server.url);
  await testMail.send(outbox, CONFIRMATION);
  await waitFor(() => held.length === 1);
  await outbox.stop();
  const { rows } = await asBackend(mailDatabase.database, (query) =>
    query('select unanswered_sends, given_up_at, claimed_until from mail.outbox'),
  );
  expect(rows).toEqual([{ unanswered_sends: 1, given_up_at: null, claimed_until: null }]);
});

test('a message that arrived while the database was away for long is not sent again', async () => {
  const server = await openSlowServer();
  const outbox = testMail.openOutbox(server.url);
  await testMail.send(outbox, CONFIRMATION);
  await waitFor(() => held.length === 1);
  const administrator = createClient(mailDatabase.database.url);
  await administrator.connect();
  await administrator.query('alter role postgres nologin');
  await administrator.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()');
  held[0]?.answer();
  await sleep(8_500);
  await administrator.query('alter role postgres login');
  await administrator.end();
  testMail.advanceClock(4 * 60_000);
  outbox.wake();
  await waitFor(async () => (await testMail.waiting()).length === 0);
  expect(held).toHaveLength(1);
});

test('a process that lost its claim before the body sends nothing', async () => {
  let goOn: (() => void) | undefined;
  const server = await testMail.openServer({ onRcptTo: (_address, _session, done) => (goOn = () => done()) });
  await testMail.send(testMail.openOutbox(server.url), CONFIRMATION);
  await waitFor(() => goOn !== undefined);
  await asBackend(mailDatabase.database, (query) => query('update mail.outbox set attempts = attempts + 1'));
  goOn?.();
  await sleep(300);
  expect(server.mails()).toEqual([]);
});

test('a renewed claim lasts as long as the delivery, and a lost one is not renewed', async () => {
  const outbox = testMail.openOutbox(null, { settings: { outboxFolder: '/dev/null/none' } });
  await outbox.stop();
  await testMail.send(outbox, CONFIRMATION);
  const claim = () => claimMails(mailDatabase.database, { now: testMail.now(), limit: 4, skipWrittenToFile: false });
  const first = await claim();
  expect(first).toHaveLength(1);
  for (let minutes = 0; minutes < 10; minutes += 2) {
    testMail.advanceClock(2 * 60_000);
    expect(await renewClaims(mailDatabase.database, first, testMail.now())).toEqual(new Set([first[0]?.id]));
    expect(await claim()).toEqual([]);
  }
  testMail.advanceClock(3 * 60_000 + 1);
  expect(await claim()).toHaveLength(1);
  expect(await renewClaims(mailDatabase.database, first, testMail.now())).toEqual(new Set());
});

test('slow conversations leave capacity for others, up to a limit', async () => {
  const server = await openSlowServer();
  const limits = { atOnce: 2, slowAfterMs: 100, open: 5 };
  const outbox = testMail.openOutbox(server.url, { limits });
  for (let n = 1; n <= 7; n += 1) await testMail.send(outbox, { ...CONFIRMATION, subject: `Number ${n}` });
  await waitFor(() => held.length === 5);
  await sleep(300);
  expect(held).toHaveLength(5);
  for (const { answer } of held) answer();
  await waitFor(() => held.length === 7);
});

test('a clock that jumps ahead of the claims of running deliveries does not make the outbox look without a pause', async () => {
  const server = await openSlowServer();
  const outbox = testMail.openOutbox(server.url);
  await testMail.send(outbox, CONFIRMATION);
  await waitFor(() => held.length === 1);
  testMail.advanceClock(QUARTER_MS);
  outbox.wake();
  const transactions = async () => {
    const { rows } = await mailDatabase.database.pool.query(
      `select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = current_database()`,
    );
    return Number(rows[0].count);
  };
  await sleep(1200);
  const before = await transactions();
  await sleep(2400);
  expect((await transactions()) - before).toBeLessThan(50);
});
