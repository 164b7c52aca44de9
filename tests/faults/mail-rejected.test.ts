import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { runMail } from '../support/run-admin.ts';
import { sendTestEnquiry } from '../support/send-enquiry.ts';
import { type MailBox, openMailBox } from '#backend-tests/support/smtp.ts';

let app: TestApp;
let box: MailBox;
let isRejecting = true;

beforeAll(async () => {
  box = await openMailBox({
    onRcptTo: ({ address }, _session, done) =>
      done(isRejecting ? Object.assign(new Error(`<${address}>: Relay access denied`), { responseCode: 554 }) : null),
  });
  app = await startTestApp({ env: { SMTP_URL: box.url } });
});
afterAll(async () => {
  await app?.stop();
  await box?.stop();
});

const hasArrived = (message: string) => box.mails().some(({ text }) => text.includes(message));

/** Sends an enquiry, waits until the mail server has rejected it, and returns its id. */
async function rejectedEnquiry(message: string): Promise<string> {
  isRejecting = true;
  expect(await sendTestEnquiry(app, message)).toBe(200);
  const row = await waitFor(async () => {
    const rows = await app.query(
      'select id from mail.outbox where text_body like $1 and refused_at is not null and claimed_until is null',
      [`%${message}%`],
    );
    return rows[0];
  });
  return String(row['id']);
}

test('the log has the reply of the mail server, with the address in it masked', async () => {
  const id = await rejectedEnquiry('Is in the log');
  const lines = () => app.process().logged().split('\n');
  const line = await waitFor(() => lines().find((one) => one.includes(id) && one.includes('Mail rejected')));
  const [row] = await app.query('delete from mail.outbox where id = $1 returning recipient', [id]);
  const [name, domain] = String(row?.['recipient']).split('@');
  expect(line).toContain(`<***@${domain}>: Relay access denied`);
  expect(app.process().said()).not.toContain(`${name}@`);
});

test('rejected mail is retried after a day, and for the last time after a week', async () => {
  const id = await rejectedEnquiry('Rejected every day');
  const [row] = await app.query(
    `select next_attempt_at - now() between interval '23 hours' and interval '25 hours' as "isTomorrow", given_up_at
     from mail.outbox where id = $1`,
    [id],
  );
  expect(row).toEqual({ isTomorrow: true, given_up_at: null });
  await app.query(
    `update mail.outbox set next_attempt_at = now(), refused_at = now() - interval '8 days' where id = $1`,
    [id],
  );
  await rejectedEnquiry('Wakes the delivery');
  await waitFor(async () => (await app.query('select from mail.outbox where given_up_at is not null')).length === 1);
});

test('`mail list` and the start-up text report undelivered mail, the list with its error; a change of the settings makes all rejected mail due at once, including mail that was given up', async () => {
  const list = await runMail(app, ['list']);
  expect(list).toContain('Relay access denied');
  expect(list).toMatch(/given up/);
  expect(list).toMatch(/enquiry to /);
  expect(list).not.toContain('Rejected every day');
  isRejecting = false;
  await app.restart('stop', { SMTP_URL: box.url.replace('//', '//new-user:secret@') });
  expect(app.process().said()).toMatch(/2 messages have not arrived.*npm run mail -- list/);
  expect(await waitFor(() => hasArrived('Rejected every day') && hasArrived('Wakes the delivery'))).toBe(true);
});

test('`mail retry` makes a rejected message due, and `mail flush` sends and reports it', async () => {
  const id = await rejectedEnquiry('Sent by hand');
  expect(await runMail(app, ['retry', id])).toContain('1 message is due');
  const [row] = await app.query(
    'select refused_at, next_attempt_at <= now() as "isDue" from mail.outbox where id = $1',
    [id],
  );
  expect(row).toEqual({ refused_at: null, isDue: true });
  await expect(runMail(app, ['flush'], { SMTP_URL: box.url })).rejects.toMatchObject({ code: 1 });
  isRejecting = false;
  await runMail(app, ['retry', id]);
  expect(await runMail(app, ['flush'], { SMTP_URL: box.url })).toContain('Every message has arrived.');
  expect(hasArrived('Sent by hand')).toBe(true);
});

test('`mail flush` without SMTP_URL ends with an error and changes nothing', async () => {
  await rejectedEnquiry('Stays rejected');
  await expect(runMail(app, ['flush'])).rejects.toThrow(/SMTP_URL is not set/);
  expect(await app.query('select from mail.outbox where refused_at is not null')).toHaveLength(1);
});
