import emailjs, { EmailJSResponseStatus } from '@emailjs/browser';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { firm } from '#site/content/firm.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';

/** The official client reads only the path of the page from the browser, for its own rate limit. */
vi.stubGlobal('location', { pathname: '/contact' });

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ smtp: true });
});
afterAll(() => app.stop());
/** A message that is still in the outbox would arrive during the next test. */
afterEach(() => app.query('delete from mail.outbox'));

type Changes = { serviceId?: string; templateId?: string; publicKey?: string; params?: Record<string, unknown> };

function send(message: string, { params, ...ids }: Changes = {}): Promise<EmailJSResponseStatus> {
  const { serviceId, templateId, publicKey } = { ...app.emailjs, ...ids };
  emailjs.init({ publicKey }, app.url);
  return emailjs.send(serviceId, templateId, {
    from_name: 'Asha Rao',
    from_email: 'asha@example.com',
    phone: '+91 141 234 5678',
    message,
    to_name: firm.enquiryTeam,
    ...params,
  });
}

async function errorOf(sending: Promise<unknown>): Promise<{ status: number; text: string }> {
  const reason = await sending.then(
    () => expect.fail('It was accepted.'),
    (error: unknown) => error,
  );
  expect(reason).toBeInstanceOf(EmailJSResponseStatus);
  const { status, text } = reason as EmailJSResponseStatus;
  return { status, text };
}

async function arrived(message: string) {
  return vi.waitFor(
    () => {
      const mail = app.mails().find(({ text }) => text.includes(message));
      if (!mail) throw new Error(`"${message}" has not arrived.`);
      return mail;
    },
    { timeout: 30_000, interval: 100 },
  );
}

const waitingRows = async (): Promise<number> =>
  (await app.query('select from mail.outbox where delivered_at is null')).length;

test('an enquiry arrives by SMTP with the address of the visitor in Reply-To', async () => {
  expect(await send('We export turmeric.\nWhat about RoDTEP?')).toMatchObject({ status: 200, text: 'OK' });
  const mail = await arrived('What about RoDTEP?');
  expect(mail.subject).toContain('Asha Rao');
  expect(mail.replyTo).toContain('asha@example.com');
  expect(mail.from).not.toContain('asha@example.com');
  expect(mail.text).toContain('+91 141 234 5678');
  expect(mail.html).toContain('What about RoDTEP?');
});

test('text of a visitor never becomes markup or a header', async () => {
  const name = 'Asha\r\nBcc: victim@example.com\r\n\r\n<img src=x onerror=alert(1)>';
  await send('A test of <script>alert(1)</script>', { params: { from_name: name } });
  const mail = await arrived('A test of <script>');
  expect(mail.to).not.toContain('victim@example.com');
  expect(mail.subject).toContain('Asha Bcc: victim@example.com');
  expect(mail.html).not.toContain('<script>');
  expect(mail.html).not.toContain('<img');
});

test('names in every script arrive unchanged', async () => {
  await send('नमस्ते — 你好 🌶️', { params: { from_name: 'क्षितिज शर्मा' } });
  expect((await arrived('नमस्ते — 你好 🌶️')).subject).toContain('क्षितिज शर्मा');
});

test.each([
  ['an unknown public key', { publicKey: 'other' }, 'The Public Key is invalid'],
  ['an unknown service', { serviceId: 'other' }, 'The service ID not found'],
  ['an unknown template', { templateId: 'other' }, 'The template ID not found'],
  ['no name', { params: { from_name: ' ' } }, 'The from_name variable is required'],
  ['no address', { params: { from_email: '' } }, 'The from_email variable must be an e-mail address'],
  ['two addresses', { params: { from_email: 'a@b.co,c.de' } }, 'The from_email variable must be an e-mail address'],
])('%s is rejected with one line of text', async (_what, changes, text) => {
  expect(await errorOf(send('Not to be sent', changes))).toEqual({ status: 400, text });
  expect(await waitingRows()).toBe(0);
});

test('a message over 50 kB is rejected', async () => {
  expect((await errorOf(send('x'.repeat(60_000)))).status).toBe(413);
});

test('a body that is not JSON is rejected', async () => {
  const answer = await fetch(`${app.url}/api/v1.0/email/send`, { method: 'POST', body: '{"user_id":' });
  expect(answer.status).toBe(400);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
});

test('a browser may send from a page of another origin', async () => {
  const answer = await fetch(`${app.url}/api/v1.0/email/send`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://other.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  });
  expect(answer.ok).toBe(true);
  expect(answer.headers.get('access-control-allow-origin')).toMatch(/^(\*|https:\/\/other\.example)$/);
  expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type');
});

test('an enquiry sent while the mail server is down arrives after its restart', async () => {
  await app.smtp.stop();
  try {
    expect((await send('Sent during an outage')).status).toBe(200);
    await sleep(1_000);
    expect(await waitingRows()).toBe(1);
  } finally {
    await app.smtp.start();
  }
  await arrived('Sent during an outage');
  await vi.waitFor(async () => expect(await waitingRows()).toBe(0), { timeout: 10_000 });
});

test('a delivered message leaves no content in the outbox', async () => {
  await send('Only for the firm');
  await arrived('Only for the firm');
  await vi.waitFor(async () => expect(await waitingRows()).toBe(0), { timeout: 10_000 });
  const rows = await app.query('select outbox::text as kept from mail.outbox');
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/Only for the firm|asha@example\.com/);
});

/** The last test, because it blocks the address of this machine for ten minutes. */
test('an address over the rate limit gets 429', async () => {
  const statuses: number[] = [];
  for (let sent = 0; sent < 25 && statuses.at(-1) !== 429; sent += 1) {
    statuses.push((await errorOf(send('Too much', { publicKey: 'other' }))).status);
  }
  expect(statuses.at(-1)).toBe(429);
  expect(await errorOf(send('Too much'))).toEqual({ status: 429, text: 'Too Many Requests' });
});
