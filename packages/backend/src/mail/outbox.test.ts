import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { asBackend } from '../database/as-caller.ts';
import { CONFIRMATION, mailForTests } from '#tests/support/mail-fixture.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const { mailDatabase, testMail } = mailForTests();

test('a message arrives complete, and its row is emptied', async () => {
  const server = await testMail.openServer();
  const id = await testMail.send(testMail.openOutbox(server.url), { ...CONFIRMATION, replyTo: 'visitor@example.org' });
  await waitFor(async () => (await testMail.waiting()).length === 0);
  const [mail] = server.mails();
  expect(mail?.parsed).toMatchObject({
    from: { name: 'The Firm', address: 'office@firm.example' },
    to: [{ address: 'asha@example.com' }],
    replyTo: [{ address: 'visitor@example.org' }],
    subject: 'Confirm your email address for https://firm.example',
    messageId: `<${id}@firm.example>`,
    date: '2026-11-21T09:00:00.000Z',
  });
  expect(mail?.text).toContain('https://firm.example/confirm?token=abc');
  expect(mail?.html).toContain('<a href="https://firm.example/confirm?token=abc">');
  const { rows } = await asBackend(mailDatabase.database, (query) => query('select * from mail.outbox'));
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ id, kind: 'confirmation', recipient: null, subject: null, text_body: null });
});

test('a message whose transaction is rolled back is never sent', async () => {
  const server = await testMail.openServer();
  const outbox = testMail.openOutbox(server.url);
  const broken = asBackend(mailDatabase.database, async (query) => {
    await outbox.enqueue(query, CONFIRMATION);
    throw new Error('The account could not be made.');
  });
  await expect(broken).rejects.toThrow('The account could not be made.');
  await testMail.send(outbox, { ...CONFIRMATION, subject: 'The next one' });
  await waitFor(() => server.mails().length > 0);
  expect(server.mails().map(({ subject }) => subject)).toEqual(['The next one']);
});

test('a message waits while the mail server is down, and arrives when it is back', async () => {
  const server = await testMail.openServer();
  await server.stop();
  const outbox = testMail.openOutbox(server.url);
  await testMail.send(outbox, CONFIRMATION);
  await waitFor(
    async () => (await testMail.waiting())[0]?.attempts === 1 && (await testMail.waiting())[0]?.last_error !== null,
  );
  const [row] = await testMail.waiting();
  expect(row?.refused_at).toBeNull();
  expect(row?.last_error).toContain('ECONNREFUSED');
  expect(new Date(row?.next_attempt_at ?? 0)).toEqual(new Date(testMail.now().getTime() + 5_000));

  await server.start();
  outbox.wake();
  await sleep(200);
  expect(server.mails()).toHaveLength(0);
  testMail.advanceClock(5_001);
  outbox.wake();
  await waitFor(() => server.mails().length === 1);
  await waitFor(async () => (await testMail.waiting()).length === 0);
});

test('messages that waited at the end of a process are delivered by the next one', async () => {
  const down = await testMail.openServer();
  await down.stop();
  const before = testMail.openOutbox(down.url);
  await testMail.send(before, CONFIRMATION);
  await waitFor(async () => (await testMail.waiting())[0]?.last_error !== null);
  await before.stop();
  testMail.advanceClock(60_000);
  const server = await testMail.openServer();
  testMail.openOutbox(server.url);
  await waitFor(async () => (await testMail.waiting()).length === 0);
  expect(server.mails()).toHaveLength(1);
});

test('a temporarily rejected message is retried', async () => {
  let busy = true;
  const server = await testMail.openServer({
    onRcptTo: (_address, _session, done) =>
      done(busy ? Object.assign(new Error('Try again later'), { responseCode: 451 }) : null),
  });
  const outbox = testMail.openOutbox(server.url);
  await testMail.send(outbox, CONFIRMATION);
  await waitFor(async () => (await testMail.waiting())[0]?.last_error?.includes('451') === true);
  expect((await testMail.waiting())[0]?.refused_at).toBeNull();
  busy = false;
  testMail.advanceClock(6_000);
  outbox.wake();
  await waitFor(() => server.mails().length === 1);
});

test('a rejected sender or login is an error of the settings: the message keeps waiting', async () => {
  const server = await testMail.openServer({
    onMailFrom: (_address, _session, done) =>
      done(Object.assign(new Error('Sender not allowed'), { responseCode: 550 })),
  });
  await testMail.send(testMail.openOutbox(server.url), CONFIRMATION);
  await waitFor(async () => (await testMail.waiting())[0]?.last_error?.includes('550') === true);
  expect((await testMail.waiting())[0]?.refused_at).toBeNull();
});

test('two processes that share an outbox send each message once', async () => {
  const server = await testMail.openServer();
  const outboxes = [testMail.openOutbox(server.url), testMail.openOutbox(server.url)];
  const ids = await asBackend(mailDatabase.database, async (query) => {
    const made: string[] = [];
    for (let index = 0; index < 24; index += 1) made.push((await outboxes[0]!.enqueue(query, CONFIRMATION)).id);
    return made;
  });
  for (const outbox of outboxes) outbox.wake();
  await waitFor(async () => (await testMail.waiting()).length === 0);
  const sent = server.mails().map(({ messageId }) => messageId);
  expect(sent.toSorted()).toEqual(ids.map((id) => `<${id}@firm.example>`).toSorted());
});

test('a second process skips a slow delivery, and stop waits for it', async () => {
  let finish: (() => void) | undefined;
  let deliveries = 0;
  const server = await testMail.openServer({
    onMail: (_mail, { answer }) => {
      deliveries += 1;
      finish = answer;
    },
  });
  const slow = testMail.openOutbox(server.url);
  await testMail.send(slow, CONFIRMATION);
  await waitFor(() => deliveries === 1 && finish !== undefined);
  const second = testMail.openOutbox(server.url);
  await sleep(200);
  await second.stop();
  const stopped = slow.stop();
  finish?.();
  await stopped;
  expect(deliveries).toBe(1);
  expect(await testMail.waiting()).toEqual([]);
});

test('a message of a crashed process is sent by another when its claim expires', async () => {
  const server = await testMail.openServer();
  const outbox = testMail.openOutbox(server.url);
  const taken = new Date(testMail.now().getTime() + 180_000).toISOString();
  await asBackend(mailDatabase.database, async (query) => {
    const { id } = await outbox.enqueue(query, CONFIRMATION);
    await query('update mail.outbox set claimed_until = $2, attempts = 1 where id = $1', [id, taken]);
  });
  outbox.wake();
  await sleep(200);
  expect(server.mails()).toHaveLength(0);
  testMail.advanceClock(180_001);
  outbox.wake();
  await waitFor(() => server.mails().length === 1);
});

test.each([
  ['a message that was never tried', null],
  ['a message that waits after an error', 'attempts = 3'],
  ['the claim of a crashed process', `attempts = 1, claimed_until = next_attempt_at + interval '3 minutes'`],
])('a clock that is set back two days does not hold up %s', async (_name, state) => {
  const server = await testMail.openServer();
  const stopped = testMail.openOutbox(null, { settings: { outboxFolder: '/dev/null/none' } });
  await stopped.stop();
  await testMail.send(stopped, CONFIRMATION);
  if (state) await asBackend(mailDatabase.database, (query) => query(`update mail.outbox set ${state}`));
  testMail.advanceClock(-2 * 86_400_000);
  testMail.openOutbox(server.url);
  await waitFor(() => server.mails().length > 0);
  expect(server.mails()).toHaveLength(1);
});

test('a clock that is set back during a conversation does not begin another one', async () => {
  const held: (() => void)[] = [];
  const server = await testMail.openServer({ onMail: (_mail, { answer }) => held.push(() => answer()) });
  const outbox = testMail.openOutbox(server.url);
  await testMail.send(outbox, CONFIRMATION);
  await waitFor(() => held.length === 1);
  testMail.advanceClock(-2 * 86_400_000);
  await testMail.send(outbox, { ...CONFIRMATION, subject: 'The next one' });
  await waitFor(() => held.length === 2);
  for (const answer of held) answer();
  await outbox.stop();
  expect(server.mails().map(({ subject }) => subject)).toEqual([CONFIRMATION.subject, 'The next one']);
});

test('line breaks in subject and address add neither a header nor a recipient', async () => {
  const recipients: string[] = [];
  const server = await testMail.openServer({
    onRcptTo: (address, _session, done) => {
      recipients.push(address.address);
      done();
    },
  });
  await testMail.send(testMail.openOutbox(server.url), {
    ...CONFIRMATION,
    subject: 'Hello\r\nBcc: victim@example.com',
    replyTo: 'a@example.org\r\nX-Injected: yes',
  });
  await waitFor(() => server.mails().length === 1);
  expect(recipients).toEqual(['asha@example.com']);
  const headers = server.mails()[0]?.parsed.headers.map(({ key }) => key) ?? [];
  expect(headers).not.toContain('bcc');
  expect(headers).not.toContain('x-injected');
});

test('a recipient with two addresses is rejected', async () => {
  const server = await testMail.openServer();
  await testMail.send(testMail.openOutbox(server.url), { ...CONFIRMATION, to: 'asha@example.com,victim@example.com' });
  await waitFor(async () => typeof (await testMail.waiting())[0]?.refused_at === 'string');
  expect(server.mails()).toHaveLength(0);
});

test('an invalid SMTP URL throws without the password in the message', () => {
  expect(() => testMail.openOutbox('mail.example.com:secret')).toThrow('SMTP_URL cannot be read');
  expect(() => testMail.openOutbox('mail.example.com:secret')).not.toThrow('secret');
});

test('only the backend may read the outbox', async () => {
  for (const role of ['anon', 'authenticated', 'service_role']) {
    const reading = asBackend(mailDatabase.database, async (query) => {
      await query(`set local role ${role}`);
      await query('select from mail.outbox');
    });
    await expect(reading).rejects.toThrow('permission denied');
  }
});

test('emptied rows are deleted after thirty days', async () => {
  const server = await testMail.openServer();
  const outbox = testMail.openOutbox(server.url);
  const rows = async (): Promise<unknown[]> =>
    (await asBackend(mailDatabase.database, (query) => query('select from mail.outbox'))).rows;
  await testMail.send(outbox, CONFIRMATION);
  await waitFor(async () => (await testMail.waiting()).length === 0);
  expect(await rows()).toHaveLength(1);
  // Whatever the clock of this machine says, that of PostgreSQL counts.
  testMail.advanceClock(400 * 86_400_000);
  await outbox.flush();
  expect(await rows()).toHaveLength(1);
  const age = `update mail.outbox set delivered_at = now() - interval '31 days'`;
  await asBackend(mailDatabase.database, (query) => query(age));
  outbox.wake();
  await waitFor(async () => (await rows()).length === 0);
});
