import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { runMail } from '../support/run-admin.ts';
import { sendTestEnquiry } from '../support/send-enquiry.ts';
import { type MailBox, type ReceivedMail, openMailBox } from '#backend-tests/support/smtp.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

/** More rounds than copies are allowed. */
const ROUNDS = 6;
const COPIES = 3;

let app: TestApp;
let server: MailBox;

beforeAll(async () => {
  server = await openMailBox({
    onMail: ({ text }, { answer, hangUp }) => {
      if (text.includes('Lost answer')) hangUp();
      else if (!text.includes('Held back')) answer();
    },
  });
  app = await startTestApp({ env: { SMTP_URL: server.url } });
});
afterAll(async () => {
  // The server stops first: the app would wait for the unanswered conversations.
  await server?.stop();
  await app?.stop();
});

const copiesOf = (message: string): ReceivedMail[] => server.mails().filter(({ text }) => text.includes(message));

/** Makes all mail due and sends another enquiry, which starts the delivery and is sent after the due mail. */
async function tryAgain(round: number): Promise<void> {
  await app.query('update mail.outbox set next_attempt_at = created_at where delivered_at is null');
  await sendTestEnquiry(app, `Wakes the delivery, round ${round}`);
  await waitFor(() => copiesOf(`round ${round}`).length === 1);
  await waitFor(async () => (await app.query('select from mail.outbox where claimed_until is not null')).length === 0);
}

test('a message whose answer is lost is sent three times at most, with one Message-ID, and then listed', async () => {
  await sendTestEnquiry(app, 'Lost answer');
  await waitFor(() => copiesOf('Lost answer').length === 1);
  for (let round = 1; round <= ROUNDS; round += 1) await tryAgain(round);
  const ids = copiesOf('Lost answer').map(({ messageId }) => messageId);
  expect(ids).toHaveLength(COPIES);
  expect(new Set(ids).size).toBe(1);
  expect(await runMail(app, ['list'])).toMatch(/given up.*may have arrived/s);
});

test('a send that is killed during DATA counts as a send', async () => {
  await sendTestEnquiry(app, 'Held back once');
  for (const copies of [1, 2]) {
    await waitFor(() => copiesOf('Held back once').length === copies);
    await app.restart('kill');
    // Ends the claim of the killed process; after the second kill, also counts eight more, which makes ten.
    await app.query(
      `update mail.outbox set claimed_until = null, next_attempt_at = created_at,
         unanswered_sends = unanswered_sends + $1 where claimed_until is not null`,
      [copies === 2 ? 8 : 0],
    );
    await sendTestEnquiry(app, 'Wakes the delivery after a kill');
  }
  await waitFor(
    async () =>
      (await app.query(`select from mail.outbox where given_up_at is not null and text_body like '%Held back once%'`))
        .length === 1,
  );
  expect(copiesOf('Held back once')).toHaveLength(2);
});

test('four unanswered conversations do not block other mail', async () => {
  for (let n = 0; n < 4; n += 1) await sendTestEnquiry(app, `Held back for long, ${n}`);
  await waitFor(() => copiesOf('Held back for long').length === 4);
  await sendTestEnquiry(app, 'Not to be stopped');
  await expect.poll(() => copiesOf('Not to be stopped').length, LONG).toBe(1);
  expect(copiesOf('Held back for long')).toHaveLength(4);
});
