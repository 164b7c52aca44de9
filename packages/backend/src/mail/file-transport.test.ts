import { setTimeout as sleep } from 'node:timers/promises';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readMail } from '#tests/support/smtp.ts';
import { CONFIRMATION, mailForTests } from '#tests/support/mail-fixture.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const { testMail } = mailForTests();

/** An outbox without a mail server, and what it prints. */
function openFiles(settings: { isTerminal: boolean }) {
  let printed = '';
  const print = (text: string): void => void (printed += text);
  return { outbox: testMail.openOutbox(null, { settings: { ...settings, print } }), printed: () => printed };
}

test('without a mail server each message is written to the outbox folder once, and keeps waiting', async () => {
  const { outbox, printed } = openFiles({ isTerminal: true });
  const id = await testMail.send(outbox, CONFIRMATION);
  await waitFor(() => printed().includes('SMTP_URL is not set'));
  const files = await readdir(testMail.folder);
  expect(files).toEqual([`20261121T090000_250Z-confirmation-${id}.eml`]);
  const mail = await readMail(await readFile(join(testMail.folder, files[0]!)));
  expect(mail.subject).toBe('Confirm your email address for https://firm.example');
  outbox.wake();
  await sleep(200);
  expect(printed().match(/SMTP_URL is not set/g)).toHaveLength(1);
  expect(await testMail.waiting()).toHaveLength(1);
});

test('a terminal gets the link of account mail', async () => {
  const { outbox, printed } = openFiles({ isTerminal: true });
  await testMail.send(outbox, CONFIRMATION);
  await waitFor(() => printed().includes('https://firm.example/confirm?token=abc'));
  expect(testMail.logged()).not.toContain('token=abc');
});

test('a log gets the path of the message, and neither its link nor its recipient', async () => {
  const { outbox, printed } = openFiles({ isTerminal: false });
  const id = await testMail.send(outbox, CONFIRMATION);
  await waitFor(() => testMail.logged().includes(`-confirmation-${id}.eml`));
  expect(printed()).toBe('');
  expect(testMail.logged()).not.toMatch(/token=abc|asha@example\.com/);
});

test('without a printer the log gets the same', async () => {
  const id = await testMail.send(testMail.openOutbox(null), CONFIRMATION);
  await waitFor(() => testMail.logged().includes(`-confirmation-${id}.eml`));
  expect(testMail.logged()).not.toMatch(/token=abc|asha@example\.com/);
});

test('the log line of an enquiry has none of its content', async () => {
  await testMail.send(testMail.openOutbox(null), { ...CONFIRMATION, kind: 'enquiry', text: 'We export turmeric.' });
  await waitFor(() => testMail.logged().includes('An enquiry has reached nobody'));
  expect(testMail.logged()).not.toContain('turmeric');
  expect(testMail.logged()).not.toContain('asha@example.com');
});

test('a mail server that is configured later gets the waiting messages, and their files are deleted', async () => {
  const files = testMail.openOutbox(null);
  await testMail.send(files, CONFIRMATION);
  await waitFor(() => testMail.logged().includes('SMTP_URL is not set'));
  await files.stop();
  const server = await testMail.openServer();
  testMail.openOutbox(server.url);
  await waitFor(async () => (await testMail.waiting()).length === 0);
  expect(server.mails()).toHaveLength(1);
  expect(await readdir(testMail.folder)).toEqual([]);
});
