import { beforeEach, expect, test, vi } from 'vitest';
import { asBackend } from '../database/as-caller.ts';
import { CONFIRMATION, mailForTests } from '#tests/support/mail-fixture.ts';
import type { MailBox } from '#tests/support/smtp.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { insertMail } from './outbox-table.ts';
import type { ReportSettings } from './report-undeliverable.ts';

const HOUR_MS = 3_600_000;
const ADMINISTRATORS = ['asha@firm.example', 'ravi@firm.example'];
const LIST_URL = 'https://firm.example/admin?tab=system';
const REPORTS: ReportSettings = {
  recipients: () => Promise.resolve(ADMINISTRATORS),
  listUrl: LIST_URL,
  formatTime: (date) => `day ${date.toISOString().slice(0, 10)}`,
};

const { mailDatabase, testMail } = mailForTests();
/** The recipients that the mail server rejects. */
let rejected: Set<string>;
let server: MailBox;

beforeEach(async () => {
  rejected = new Set(['a@customer.example', 'b@customer.example']);
  server = await testMail.openServer({
    onRcptTo: ({ address }, _session, done) =>
      rejected.has(address) ? done(Object.assign(new Error('No such mailbox'), { responseCode: 550 })) : done(),
  });
});

const openOutbox = (reports = REPORTS) => testMail.openOutbox(server.url, { reports });
const mailTo = (to: string) => ({ ...CONFIRMATION, to });
const reportsTo = (address: string) => server.mails().filter(({ to }) => to === address);
const isRejected = (address: string) =>
  waitFor(async () => (await testMail.waiting()).find(({ recipient }) => recipient === address)?.refused_at);

test('a rejected message is reported to each administrator with its recipient and reason, and without its text', async () => {
  const outbox = openOutbox();
  await testMail.send(outbox, mailTo('a@customer.example'));
  for (const address of ADMINISTRATORS) {
    const [report] = await waitFor(() => reportsTo(address).length > 0 && reportsTo(address));
    expect(report?.subject).toBe('1 message of the website could not be delivered');
    expect(report?.text).toContain('confirmation to a@customer.example');
    expect(report?.text).toContain('No such mailbox');
    expect(report?.text).toContain(LIST_URL);
    expect(report?.text).not.toContain('token=abc');
    expect(report?.parsed.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  }
});

test('messages that are rejected within the hour are reported together after it', async () => {
  const outbox = openOutbox();
  await testMail.send(outbox, mailTo('a@customer.example'));
  await waitFor(() => reportsTo('asha@firm.example').length === 1);
  await testMail.send(outbox, mailTo('b@customer.example'));
  await isRejected('b@customer.example');
  await testMail.send(outbox, mailTo('b@customer.example'));
  await waitFor(async () => (await testMail.waiting()).filter((mail) => mail.refused_at).length === 3);
  await testMail.send(outbox, mailTo('c@customer.example'));
  await waitFor(() => reportsTo('c@customer.example').length === 1);
  expect(reportsTo('asha@firm.example')).toHaveLength(1);

  testMail.advanceClock(HOUR_MS + 1);
  outbox.wake();
  const second = await waitFor(() => reportsTo('asha@firm.example')[1]);
  expect(second.subject).toBe('2 messages of the website could not be delivered');
  expect(second.text).not.toContain('a@customer.example');
});

test('a message that is rejected during a report is in the next one', async () => {
  const recipients = vi.fn(async () => ADMINISTRATORS);
  recipients.mockImplementationOnce(async () => {
    await asBackend(mailDatabase.database, async (query) => {
      const { id } = await insertMail(query, mailTo('b@customer.example'), testMail.now());
      const day = `interval '1 day'`;
      await query(
        `update mail.outbox set attempts = 1, refused_at = created_at, next_attempt_at = created_at + ${day} where id = $1`,
        [id],
      );
    });
    return ADMINISTRATORS;
  });
  const outbox = openOutbox({ ...REPORTS, recipients });
  await testMail.send(outbox, mailTo('a@customer.example'));
  await waitFor(() => reportsTo('asha@firm.example').length === 1);
  testMail.advanceClock(HOUR_MS + 1);
  outbox.wake();
  const second = await waitFor(() => reportsTo('asha@firm.example')[1]);
  expect(second.text).toContain('b@customer.example');
});

test('a clock that is set back two days does not silence reports', async () => {
  const outbox = openOutbox();
  await testMail.send(outbox, mailTo('a@customer.example'));
  await waitFor(() => reportsTo('asha@firm.example').length === 1);
  testMail.advanceClock(-48 * HOUR_MS);
  await testMail.send(outbox, mailTo('b@customer.example'));
  const second = await waitFor(() => reportsTo('asha@firm.example')[1]);
  expect(second.text).toContain('b@customer.example');
});

test('a message is reported again when it is given up', async () => {
  const outbox = openOutbox();
  await testMail.send(outbox, mailTo('a@customer.example'));
  await waitFor(() => reportsTo('asha@firm.example').length === 1);
  testMail.advanceClock(8 * 24 * HOUR_MS);
  outbox.wake();
  const second = await waitFor(() => reportsTo('asha@firm.example')[1]);
  expect(second.text).toContain('attempts ended');
});

test('a report that is rejected is kept, and is not reported itself', async () => {
  rejected.add('ravi@firm.example');
  const outbox = openOutbox();
  await testMail.send(outbox, mailTo('a@customer.example'));
  await isRejected('ravi@firm.example');
  testMail.advanceClock(HOUR_MS + 1);
  outbox.wake();
  await testMail.send(outbox, mailTo('c@customer.example'));
  await waitFor(() => reportsTo('c@customer.example').length === 1);
  expect(reportsTo('asha@firm.example')).toHaveLength(1);
});

test('a message that waits for an unreachable mail server is not reported', async () => {
  await server.stop();
  const outbox = openOutbox();
  await testMail.send(outbox, mailTo('c@customer.example'));
  await waitFor(async () => (await testMail.waiting())[0]?.last_error);
  await server.start();
  testMail.advanceClock(HOUR_MS);
  outbox.wake();
  await waitFor(() => reportsTo('c@customer.example').length === 1);
  expect(server.mails()).toHaveLength(1);
});

test('an error of the report does not delay other mail', async () => {
  const outbox = openOutbox({ ...REPORTS, recipients: () => Promise.reject(new Error('No list of administrators')) });
  await testMail.send(outbox, mailTo('a@customer.example'));
  await isRejected('a@customer.example');
  await testMail.send(outbox, mailTo('c@customer.example'));
  await waitFor(() => reportsTo('c@customer.example').length === 1);
  expect(testMail.logged()).toContain('No list of administrators');
});
