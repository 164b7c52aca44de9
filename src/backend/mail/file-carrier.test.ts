import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readMail } from '#tests/support/smtp.ts';
import {
  CONFIRMATION,
  type MailDatabase,
  type MailRoom,
  openMailRoom,
  startMailDatabase,
  until,
} from '#tests/support/mail-fixture.ts';

let house: MailDatabase;
let room: MailRoom;

beforeAll(async () => {
  house = await startMailDatabase();
});
afterAll(() => house.stop());
beforeEach(() => {
  room = openMailRoom(house);
});
afterEach(() => room.close());

/** An outbox without a mail server, and what it prints. */
function openFiles(settings: { isTerminal: boolean }) {
  let printed = '';
  const say = (text: string): void => void (printed += text);
  return { outbox: room.openOutbox(null, { settings: { ...settings, say } }), printed: () => printed };
}

test('without a mail server each message lies in the outbox folder once, and goes on waiting', async () => {
  const { outbox, printed } = openFiles({ isTerminal: true });
  const id = await room.send(outbox, CONFIRMATION);
  await until(() => printed().includes('SMTP_URL is not set'));
  const files = await readdir(room.folder);
  expect(files).toEqual([`20261121T090000_250Z-confirmation-${id}.eml`]);
  const mail = await readMail(await readFile(join(room.folder, files[0]!)));
  expect(mail.subject).toBe('Confirm your e-mail address');
  outbox.wake();
  await sleep(200);
  expect(printed().match(/SMTP_URL is not set/g)).toHaveLength(1);
  expect(await room.waiting()).toHaveLength(1);
});

test('the link of account mail is shown at a terminal', async () => {
  const { outbox, printed } = openFiles({ isTerminal: true });
  await room.send(outbox, CONFIRMATION);
  await until(() => printed().includes('https://firm.example/confirm?token=abc'));
  expect(room.said()).not.toContain('token=abc');
});

test('a log is told where the message lies, and neither its link nor its recipient', async () => {
  const { outbox, printed } = openFiles({ isTerminal: false });
  const id = await room.send(outbox, CONFIRMATION);
  await until(() => printed().includes(`-confirmation-${id}.eml`));
  expect(printed() + room.said()).not.toMatch(/token=abc|asha@example\.com/);
});

test('without anywhere to print, the log says the same and no more', async () => {
  const id = await room.send(room.openOutbox(null), CONFIRMATION);
  await until(() => room.said().includes(`-confirmation-${id}.eml`));
  expect(room.said()).not.toMatch(/token=abc|asha@example\.com/);
});

test('an enquiry kept as a file is announced without a word of it', async () => {
  await room.send(room.openOutbox(null), { ...CONFIRMATION, kind: 'enquiry', text: 'We export turmeric.' });
  await until(() => room.said().includes('A message waits'));
  expect(room.said()).not.toContain('turmeric');
  expect(room.said()).not.toContain('asha@example.com');
});

test('a mail server that is set up later gets what lies there as files, and the files go', async () => {
  const files = room.openOutbox(null);
  await room.send(files, CONFIRMATION);
  await until(() => room.said().includes('SMTP_URL is not set'));
  await files.stop();
  const server = await room.openServer();
  room.openOutbox(server.url);
  await until(async () => (await room.waiting()).length === 0);
  expect(server.mails()).toHaveLength(1);
  expect(await readdir(room.folder)).toEqual([]);
});
