import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { asBackend } from '../database/as-caller.ts';
import type { BackendDeps } from '../deps.ts';
import { mountMail } from './routes.ts';
import { EMAILJS_SETTINGS, type MailDatabase, startMailDatabase } from '#tests/support/mail-fixture.ts';
import { openMemoryRateLimit } from '../http/rate-limit.ts';
import { createUsage } from '../usage/usage.ts';
import { type Outbox, createOutbox } from './outbox.ts';

const MAIL = {
  smtpUrl: null,
  from: 'office@firm.example',
  enquiriesTo: ['office@firm.example'],
  ...EMAILJS_SETTINGS,
};

let mailDatabase: MailDatabase;
let deps: BackendDeps & { outbox: Outbox };

beforeAll(async () => {
  mailDatabase = await startMailDatabase();
  const { database } = mailDatabase;
  const log = pino({ level: 'silent' });
  const now = (): Date => new Date();
  const mail = { ...MAIL, outboxFolder: `${mailDatabase.folder}/outbox` };
  const outbox = createOutbox({ database, log, now, settings: mail });
  deps = {
    database,
    outbox,
    openRateLimit: openMemoryRateLimit,
    usage: createUsage(),
    keys: { verify: async () => ({ claims: {}, error: null }) },
    log,
    now,
    settings: { mail },
  } as unknown as typeof deps;
});
afterAll(async () => {
  await deps.outbox.stop();
  await mailDatabase.stop();
});
beforeEach(() => asBackend(mailDatabase.database, (query) => query('delete from mail.outbox')));

const BODY = {
  lib_version: '4.4.1',
  user_id: 'key_1',
  service_id: 'service_1',
  template_id: 'template_1',
  template_params: { from_name: 'Asha', from_email: 'asha@example.com', phone: '', message: 'Hello', to_name: 'Team' },
};
const post = (body: unknown = BODY): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', origin: 'https://elsewhere.example' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const from = (clientAddress: string) => ({ clientAddress });

test('the response is OK once the enquiry is in the outbox', async () => {
  const answer = await mountMail(deps).request('/send', post(), from('203.0.113.1'));
  expect([answer.status, await answer.text()]).toEqual([200, 'OK']);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const { rows } = await asBackend(mailDatabase.database, (query) => query('select kind, recipient from mail.outbox'));
  expect(rows).toEqual([{ kind: 'enquiry', recipient: 'office@firm.example' }]);
});

test('an error is one line of text', async () => {
  const answer = await mountMail(deps).request('/send', post({ ...BODY, user_id: undefined }), from('203.0.113.1'));
  expect([answer.status, await answer.text()]).toEqual([400, 'The user_id parameter is required']);
});

test('a body is limited to 50 kB', async () => {
  const app = mountMail(deps);
  const withMessage = (length: number): unknown => ({
    ...BODY,
    template_params: { ...BODY.template_params, message: 'x'.repeat(length) },
  });
  expect((await app.request('/send', post(withMessage(50_000)), from('203.0.113.1'))).status).toBe(200);
  expect((await app.request('/send', post(withMessage(51_200)), from('203.0.113.1'))).status).toBe(413);
});

test('requests of one client address are limited', async () => {
  const app = mountMail(deps);
  for (let sent = 0; sent < 20; sent += 1) await app.request('/send', post('{'), from('203.0.113.1'));
  const answer = await app.request('/send', post(), from('203.0.113.1'));
  expect([answer.status, await answer.text()]).toEqual([429, 'Too Many Requests']);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect((await app.request('/send', post(), from('203.0.113.2'))).status).toBe(200);
});

test('preflights of other origins are allowed', async () => {
  const headers = {
    origin: 'https://elsewhere.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  };
  const answer = await mountMail(deps).request('/send', { method: 'OPTIONS', headers }, from('203.0.113.1'));
  expect(answer.status).toBe(204);
  expect(answer.headers.get('access-control-allow-methods')).toContain('POST');
  expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type');
});

test('an enquiry that cannot be stored does not get OK', async () => {
  const broken = { ...deps, outbox: { ...deps.outbox, enqueue: () => Promise.reject(new Error('disk full')) } };
  const answer = await mountMail(broken).request('/send', post(), from('203.0.113.1'));
  expect([answer.status, await answer.text()]).toEqual([500, 'The message could not be accepted']);
});
