import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { runMail } from '../support/run-admin.ts';
import { sendTestEnquiry } from '../support/send-enquiry.ts';
import { type MailBox, openMailBox } from '#backend-tests/support/smtp.ts';

const WRONG = 'wrong@firm.example';
const BOTH = `Office <office@firm.example>, ${WRONG}`;

let app: TestApp;
let box: MailBox;

beforeAll(async () => {
  box = await openMailBox({
    onRcptTo: ({ address }, _session, done) =>
      done(address === WRONG ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null),
  });
  app = await startTestApp({ env: { SMTP_URL: box.url, ENQUIRIES_TO: BOTH } });
});
afterAll(async () => {
  await app?.stop();
  await box?.stop();
});

const arrivedAt = (address: string) => box.mails().filter(({ to }) => to === address);

test('every recipient gets the enquiry, even if the server rejects one of them', async () => {
  expect(await sendTestEnquiry(app, 'For both')).toBe(200);
  await waitFor(() => arrivedAt('office@firm.example').length === 1);
  const waiting = await waitFor(async () => {
    const rows = await app.query('select recipient, last_error from mail.outbox where delivered_at is null');
    return rows[0]?.['last_error'] && rows;
  });
  expect(waiting).toEqual([{ recipient: WRONG, last_error: expect.stringContaining('550') }]);
});

test('rejected mail goes to the new address after ENQUIRIES_TO is corrected, also what an earlier version gave up because of two addresses with a comma', async () => {
  await app.query(
    `insert into mail.outbox
       (id, kind, recipient, subject, text_body, created_at, attempts, next_attempt_at, last_error, refused_at)
     values (gen_random_uuid(), 'enquiry', 'a@firm.example,b@firm.example', 'Enquiry', 'Rejected long ago',
       now() - interval '9 days', 1, now() - interval '9 days', 'The recipient is not one address.',
       now() - interval '9 days')`,
  );
  await app.restart('stop', { ENQUIRIES_TO: 'Office <office@firm.example>, right@firm.example' });
  await waitFor(() => arrivedAt('right@firm.example').length === 1);
  expect(arrivedAt('right@firm.example')[0]?.text).toContain('For both');
  const left = async () => (await app.query('select from mail.outbox where delivered_at is null')).length;
  await waitFor(async () => (await left()) === 0);
  const atOffice = arrivedAt('office@firm.example').map(({ text }) => text);
  expect(atOffice).toEqual([expect.stringContaining('For both'), expect.stringContaining('Rejected long ago')]);
  expect(await runMail(app, ['list'])).toContain('Every message has arrived.');
});
