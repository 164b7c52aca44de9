import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  CONFIRMATION,
  type MailDatabase,
  type MailRoom,
  openMailRoom,
  startMailDatabase,
  until,
} from './mail-fixture.ts';

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

test('without a mail server each message lies in the outbox folder once, its link is said, and it goes on waiting', async () => {
  const outbox = room.openOutbox(null);
  const id = await room.send(outbox, CONFIRMATION);
  await until(() => room.said().includes('SMTP_URL is not set'));
  const files = await readdir(room.folder);
  expect(files).toEqual([`20261121T090000_250Z-confirmation-${id}.eml`]);
  const mail = await PostalMime.parse(await readFile(join(room.folder, files[0]!)));
  expect(mail.subject).toBe('Confirm your e-mail address');
  expect(room.said()).toContain('https://firm.example/confirm?token=abc');
  outbox.wake();
  await sleep(200);
  expect(room.said().match(/SMTP_URL is not set/g)).toHaveLength(1);
  expect(await room.waiting()).toHaveLength(1);
});

test('an enquiry kept as a file is announced without a word of it', async () => {
  await room.send(room.openOutbox(null), { ...CONFIRMATION, kind: 'enquiry', text: 'We export turmeric.' });
  await until(() => room.said().includes('An enquiry waits'));
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
  expect(server.received).toHaveLength(1);
  expect(await readdir(room.folder)).toEqual([]);
});
