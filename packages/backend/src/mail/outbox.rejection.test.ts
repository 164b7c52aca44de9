import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { asBackend } from '../database/as-caller.ts';
import type { MailBox } from '#tests/support/smtp.ts';
import { CONFIRMATION, mailForTests } from '#tests/support/mail-fixture.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const DAY_MS = 86_400_000;
const MISTAKEN = { enquiriesTo: ['office@firm.example', 'wrong@firm.example'] };

const { mailDatabase, testMail } = mailForTests();
/** Counts the rejections; `rejected` are the recipients that the server rejects. */
let rejections: string[];
let rejected: Set<string>;

beforeEach(() => {
  rejections = [];
  rejected = new Set(['asha@example.com', 'wrong@firm.example']);
});

function openRejectingServer(): Promise<MailBox> {
  return testMail.openServer({
    onRcptTo: ({ address }, _session, done) => {
      if (!rejected.has(address)) return done();
      rejections.push(address);
      done(Object.assign(new Error('Relay access denied'), { responseCode: 554 }));
    },
  });
}

/** Waits until the server has rejected this often and the outcome is recorded. */
async function rejectedTimes(count: number): Promise<void> {
  await waitFor(async () => rejections.length === count && (await testMail.waiting())[0]?.attempts === count);
  await waitFor(async () => (await testMail.waiting())[0]?.last_error?.includes('554') === true);
  await sleep(50);
}

test('a rejected message is retried daily for a week, and then kept for the operator', async () => {
  const server = await openRejectingServer();
  const outbox = testMail.openOutbox(server.url);
  await testMail.send(outbox, CONFIRMATION);
  await rejectedTimes(1);
  for (let day = 1; day <= 7; day += 1) {
    testMail.advanceClock(DAY_MS - 10_000);
    outbox.wake();
    await sleep(50);
    expect(rejections).toHaveLength(day);
    expect((await testMail.waiting())[0]?.given_up_at).toBeNull();
    testMail.advanceClock(10_001);
    outbox.wake();
    await rejectedTimes(day + 1);
  }
  await waitFor(async () => (await testMail.waiting())[0]?.given_up_at !== null);
  expect((await testMail.waiting())[0]).toMatchObject({ recipient: 'asha@example.com', attempts: 8 });
  testMail.advanceClock(30 * DAY_MS);
  outbox.wake();
  await sleep(200);
  expect(rejections).toHaveLength(8);
  expect(testMail.logged()).toContain('Mail rejected');
});

test('a rejection in characters that PostgreSQL cannot store is recorded too', async () => {
  // smtp-server does not send NUL.
  const server = createServer((socket) => {
    socket.write('220 ready\r\n');
    socket.on('error', () => {});
    socket.on('data', (line) => socket.write(String(line).startsWith('RCPT') ? '550 No\0such user\r\n' : '250 OK\r\n'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await testMail.send(testMail.openOutbox(`smtp://127.0.0.1:${port}`), CONFIRMATION);
  await waitFor(async () => (await testMail.waiting())[0]?.last_error?.includes('550 No such user') === true);
  expect((await testMail.waiting())[0]?.refused_at).not.toBeNull();
  server.close();
});

test('a start with the same settings does not retry a rejected message, one with others does', async () => {
  const server = await openRejectingServer();
  const before = testMail.openOutbox(server.url);
  await testMail.send(before, CONFIRMATION);
  await rejectedTimes(1);
  await before.stop();

  const same = testMail.openOutbox(server.url.replace('//', '//:other-password@'));
  await sleep(200);
  await same.stop();
  expect(rejections).toHaveLength(1);

  rejected.clear();
  testMail.openOutbox(server.url, { settings: { from: 'Other <other@firm.example>' } });
  await waitFor(() => server.mails().length === 1);
  await waitFor(async () => (await testMail.waiting()).length === 0);
});

test('a flush retries messages that were given up', async () => {
  const server = await openRejectingServer();
  const outbox = testMail.openOutbox(server.url);
  await testMail.send(outbox, CONFIRMATION);
  await rejectedTimes(1);
  testMail.advanceClock(8 * DAY_MS);
  outbox.wake();
  await waitFor(async () => (await testMail.waiting())[0]?.given_up_at !== null);
  rejected.clear();
  await outbox.flush();
  expect(server.mails()).toHaveLength(1);
  expect(await testMail.waiting()).toEqual([]);
});

test('a flush retries a message whose claim is from before the clock was set back', async () => {
  const server = await openRejectingServer();
  const outbox = testMail.openOutbox(server.url);
  await testMail.send(outbox, CONFIRMATION);
  await rejectedTimes(1);
  const ahead = `next_attempt_at = created_at + interval '1 hour', claimed_until = created_at + interval '63 minutes'`;
  await asBackend(mailDatabase.database, (query) => query(`update mail.outbox set ${ahead}`));
  rejected.clear();
  await outbox.flush();
  expect(server.mails()).toHaveLength(1);
});

test('an enquiry that a crashed process has claimed goes to the new address too', async () => {
  const server = await openRejectingServer();
  const before = testMail.openOutbox(null, { settings: { outboxFolder: '/dev/null/none' } });
  await before.stop();
  const enquiry = { ...CONFIRMATION, kind: 'enquiry', to: 'wrong@firm.example', recipientNumber: 2 };
  await testMail.send(before, enquiry);
  const claim = `attempts = 1, claimed_until = created_at + interval '3 minutes'`;
  await asBackend(mailDatabase.database, (query) => query(`update mail.outbox set ${claim}`));
  const settings = { enquiriesTo: ['office@firm.example', 'right@firm.example'] };
  const outbox = testMail.openOutbox(server.url, { settings });
  await testMail.send(outbox, { ...CONFIRMATION, to: 'ravi@example.com' });
  await waitFor(() => server.mails().length === 1);
  testMail.advanceClock(180_001);
  outbox.wake();
  await waitFor(() => server.mails().length + rejections.length === 2);
  expect(server.mails()[1]?.parsed.to).toMatchObject([{ address: 'right@firm.example' }]);
});

test('an enquiry goes to the new address at its position, other mail keeps its recipient', async () => {
  const server = await openRejectingServer();
  const enquiry = { ...CONFIRMATION, kind: 'enquiry' };
  const before = testMail.openOutbox(server.url, { settings: MISTAKEN });
  await testMail.send(before, { ...enquiry, to: 'wrong@firm.example', recipientNumber: 2 });
  await testMail.send(before, CONFIRMATION);
  await waitFor(() => rejections.length === 2);
  await before.stop();

  testMail.openOutbox(server.url, { settings: { enquiriesTo: ['office@firm.example', 'right@firm.example'] } });
  await waitFor(() => server.mails().length === 1);
  expect(server.mails()[0]?.parsed.to).toMatchObject([{ address: 'right@firm.example' }]);
  await waitFor(() => rejections.length === 3);
  await waitFor(async () => (await testMail.waiting()).length === 1);
  expect(await testMail.waiting()).toMatchObject([{ kind: 'confirmation', recipient: 'asha@example.com' }]);
});

test('an enquiry whose position no longer exists goes to the first address', async () => {
  const server = await openRejectingServer();
  const before = testMail.openOutbox(server.url, { settings: MISTAKEN });
  await testMail.send(before, { ...CONFIRMATION, kind: 'enquiry', to: 'wrong@firm.example', recipientNumber: 2 });
  await rejectedTimes(1);
  await before.stop();
  testMail.openOutbox(server.url, { settings: { enquiriesTo: ['office@firm.example'] } });
  await waitFor(() => server.mails().length === 1);
  expect(server.mails()[0]?.parsed.to).toMatchObject([{ address: 'office@firm.example' }]);
});

test('settings that change while the process runs apply at once, and a start with them changes nothing', async () => {
  const server = await openRejectingServer();
  const settings = { enquiriesTo: ['office@firm.example', 'wrong@firm.example'] };
  const outbox = testMail.openOutbox(server.url, { settings });
  await testMail.send(outbox, { ...CONFIRMATION, kind: 'enquiry', to: 'wrong@firm.example', recipientNumber: 2 });
  await rejectedTimes(1);
  rejected.add('other@firm.example');
  settings.enquiriesTo[1] = 'other@firm.example';
  outbox.wake();
  await rejectedTimes(2);
  expect(rejections).toEqual(['wrong@firm.example', 'other@firm.example']);
  await outbox.stop();
  const next = testMail.openOutbox(server.url, { settings });
  await sleep(200);
  await next.stop();
  expect(rejections).toHaveLength(2);
});

test('an enquiry that the old address rejects after a change of the settings goes to the new one at once', async () => {
  let reject = (): void => {};
  const server = await testMail.openServer({
    onRcptTo: ({ address }, _session, done) => {
      if (!rejected.has(address)) return done();
      reject = () => done(Object.assign(new Error('Relay access denied'), { responseCode: 554 }));
      rejections.push(address);
    },
  });
  const settings = { enquiriesTo: ['office@firm.example', 'wrong@firm.example'] };
  const outbox = testMail.openOutbox(server.url, { settings });
  await testMail.send(outbox, { ...CONFIRMATION, kind: 'enquiry', to: 'wrong@firm.example', recipientNumber: 2 });
  await waitFor(() => rejections.length === 1);
  settings.enquiriesTo[1] = 'right@firm.example';
  outbox.wake();
  await waitFor(async () => (await testMail.waiting())[0]?.recipient === 'right@firm.example');
  reject();
  await waitFor(() => server.mails().length === 1);
  expect(server.mails()[0]?.parsed.to).toMatchObject([{ address: 'right@firm.example' }]);
});
