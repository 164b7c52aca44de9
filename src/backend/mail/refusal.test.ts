import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MailBox } from '#tests/support/smtp.ts';
import {
  CONFIRMATION,
  type MailDatabase,
  type MailRoom,
  openMailRoom,
  startMailDatabase,
  until,
} from '#tests/support/mail-fixture.ts';

const DAY_MS = 86_400_000;
const MISTAKEN = { enquiriesTo: ['office@firm.example', 'wrong@firm.example'] };

let house: MailDatabase;
let room: MailRoom;
/** How often a recipient was refused, and which are. */
let refusals: string[];
let refused: Set<string>;

beforeAll(async () => {
  house = await startMailDatabase();
});
afterAll(() => house.stop());
beforeEach(() => {
  room = openMailRoom(house);
  refusals = [];
  refused = new Set(['asha@example.com', 'wrong@firm.example']);
});
afterEach(() => room.close());

function openRefusingServer(): Promise<MailBox> {
  return room.openServer({
    onRcptTo: ({ address }, _session, done) => {
      if (!refused.has(address)) return done();
      refusals.push(address);
      done(Object.assign(new Error('Relay access denied'), { responseCode: 554 }));
    },
  });
}

/** Waits until the server has refused so often and that is written down. */
async function refusedTimes(count: number): Promise<void> {
  await until(async () => refusals.length === count && (await room.waiting())[0]?.attempts === count);
  await until(async () => (await room.waiting())[0]?.last_error?.includes('554') === true);
  await sleep(50);
}

test('a refused message is tried again every day for a week, and is then kept for the operator', async () => {
  const server = await openRefusingServer();
  const outbox = room.openOutbox(server.url);
  await room.send(outbox, CONFIRMATION);
  await refusedTimes(1);
  for (let day = 1; day <= 7; day += 1) {
    room.later(DAY_MS - 10_000);
    outbox.wake();
    await sleep(50);
    expect(refusals).toHaveLength(day);
    expect((await room.waiting())[0]?.given_up_at).toBeNull();
    room.later(10_001);
    outbox.wake();
    await refusedTimes(day + 1);
  }
  await until(async () => (await room.waiting())[0]?.given_up_at !== null);
  expect((await room.waiting())[0]).toMatchObject({ recipient: 'asha@example.com', attempts: 8 });
  room.later(30 * DAY_MS);
  outbox.wake();
  await sleep(200);
  expect(refusals).toHaveLength(8);
  expect(room.said()).toContain('Mail refused');
});

test('a start with the same settings leaves a refused message alone, one with others tries it at once', async () => {
  const server = await openRefusingServer();
  const before = room.openOutbox(server.url);
  await room.send(before, CONFIRMATION);
  await refusedTimes(1);
  await before.stop();

  const same = room.openOutbox(server.url.replace('//', '//:other-password@'));
  await sleep(200);
  await same.stop();
  expect(refusals).toHaveLength(1);

  refused.clear();
  room.openOutbox(server.url, { settings: { from: 'Other <other@firm.example>' } });
  await until(() => server.mails().length === 1);
  await until(async () => (await room.waiting()).length === 0);
});

test('a flush tries what was given up', async () => {
  const server = await openRefusingServer();
  const outbox = room.openOutbox(server.url);
  await room.send(outbox, CONFIRMATION);
  await refusedTimes(1);
  room.later(8 * DAY_MS);
  outbox.wake();
  await until(async () => (await room.waiting())[0]?.given_up_at !== null);
  refused.clear();
  await outbox.flush();
  expect(server.mails()).toHaveLength(1);
  expect(await room.waiting()).toEqual([]);
});

test('an enquiry follows the address that stands in its place, other mail keeps its recipient', async () => {
  const server = await openRefusingServer();
  const enquiry = { ...CONFIRMATION, kind: 'enquiry' };
  const before = room.openOutbox(server.url, { settings: MISTAKEN });
  await room.send(before, { ...enquiry, to: 'wrong@firm.example', recipientNumber: 2 });
  await room.send(before, CONFIRMATION);
  await until(() => refusals.length === 2);
  await before.stop();

  room.openOutbox(server.url, { settings: { enquiriesTo: ['office@firm.example', 'right@firm.example'] } });
  await until(() => server.mails().length === 1);
  expect(server.mails()[0]?.parsed.to).toMatchObject([{ address: 'right@firm.example' }]);
  await until(() => refusals.length === 3);
  await until(async () => (await room.waiting()).length === 1);
  expect(await room.waiting()).toMatchObject([{ kind: 'confirmation', recipient: 'asha@example.com' }]);
});

test('an enquiry whose place is gone goes to the first address', async () => {
  const server = await openRefusingServer();
  const before = room.openOutbox(server.url, { settings: MISTAKEN });
  await room.send(before, { ...CONFIRMATION, kind: 'enquiry', to: 'wrong@firm.example', recipientNumber: 2 });
  await refusedTimes(1);
  await before.stop();
  room.openOutbox(server.url, { settings: { enquiriesTo: ['office@firm.example'] } });
  await until(() => server.mails().length === 1);
  expect(server.mails()[0]?.parsed.to).toMatchObject([{ address: 'office@firm.example' }]);
});
