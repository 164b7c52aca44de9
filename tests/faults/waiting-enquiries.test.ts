import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UndeliveredMail, WaitingEnquiry } from '#contract/system.ts';
import { randomAddress } from '../support/random-address.ts';
import { runCommand } from '../support/run-admin.ts';
import { sendTestEnquiry } from '../support/send-enquiry.ts';
import { type Client, type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

let app: TestApp;
let admin: Client;
const message = `We export turmeric ${randomUUID()}`;

beforeAll(async () => {
  app = await startTestApp({ env: { SMTP_URL: '' } });
  admin = await app.signIn({ admin: true });
  await app.query('delete from mail.outbox');
  await sendTestEnquiry(app, message);
});
afterAll(() => app?.stop());

async function read(path: string): Promise<Response> {
  const token = (await admin.auth.getSession()).data.session?.access_token;
  const headers = { apikey: app.anonKey, Authorization: `Bearer ${token}` };
  return fetch(`${app.url}/system/v1${path}`, { headers });
}
const list = async () => (await (await read('/mail')).json()) as { rows: UndeliveredMail[] };

test('an enquiry that no mail server takes is an error of the log and of the checks, and in the metrics', async () => {
  await waitFor(() => app.logged().includes('An enquiry has reached nobody'));
  const lines = app.logged().split('\n');
  const line = lines.find((one) => one.includes('An enquiry has reached nobody')) ?? '';
  expect(JSON.parse(line)).toMatchObject({ level: 'error', kind: 'enquiry' });
  expect(line).not.toContain('turmeric');
  const ready = await fetch(`${app.url}/readyz`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toMatchObject({ checks: { 'mail-queue': 'bad' } });
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  expect(metrics).toMatch(/^mail_queue_enquiries 1$/m);
});

test('administrators are told of it at once, and read it; the text of other messages nobody reads', async () => {
  const { data } = await admin.from('undelivered_mail').select('id, kind, filed_at').throwOnError();
  expect(data).toEqual([{ id: expect.any(String), kind: 'enquiry', filed_at: expect.any(String) }]);
  const enquiry = (await (await read(`/mail/${data[0]?.id}`)).json()) as WaitingEnquiry;
  expect(enquiry).toMatchObject({ subject: expect.stringContaining('Asha'), reply_to: 'asha@visitor.example' });
  expect(enquiry.text).toContain(message);

  await app.anon.auth.signUp({ email: `${randomUUID()}@person.example`, password: 'a long password' });
  const other = (await list()).rows.find(({ kind }) => kind === 'confirmation');
  const refused = await read(`/mail/${other?.id}`);
  expect([refused.status, await refused.json()]).toMatchObject([404, { code: 'mail_not_waiting' }]);
  expect((await read('/mail/not-an-id')).status).toBe(404);
});

test('the start and the command say that an enquiry has reached nobody, and no time of a next attempt', async () => {
  await app.restart('stop', { SMTP_URL: '' });
  expect(app.process().said()).toContain('1 enquiry has reached nobody');
  const said = await runCommand(app, 'mail', ['list'], { SMTP_URL: '' });
  expect(said).toContain('waits until SMTP_URL is set');
  expect(said).not.toContain('next 2');
});

test('a database that takes no writes is 503 for the form, as one that is away', async () => {
  await app.query(`alter database postgres set default_transaction_read_only = on`);
  try {
    await app.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator'`);
    await sleep(500);
    const send = () => sendTestEnquiry(app, 'We export mangoes', randomAddress());
    expect([await send(), await send()]).toEqual([503, 503]);
  } finally {
    await app.query(`begin read write; alter database postgres reset default_transaction_read_only; commit`);
  }
});
