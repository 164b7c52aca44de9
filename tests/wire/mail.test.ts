import emailjs, { EmailJSResponseStatus } from '@emailjs/browser';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { firm } from '#site/content/firm.ts';
import { shareTestApp } from '../support/shared-app.ts';
import type { TestApp } from '../support/test-app.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

/** The official client reads only the path of the page from the browser, for its own rate limit. */
vi.stubGlobal('location', { pathname: '/contact' });

let app: TestApp;

beforeAll(async () => {
  app = await shareTestApp();
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
    { ...LONG, interval: 100 },
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
  expect(mail.html).not.toContain('<img src=x');
});

test('names in every script arrive unchanged', async () => {
  await send('नमस्ते — 你好 🌶️', { params: { from_name: 'क्षितिज शर्मा' } });
  expect((await arrived('नमस्ते — 你好 🌶️')).subject).toContain('क्षितिज शर्मा');
});

test.each([
  ['an unknown public key', { publicKey: 'other' }, 'The Public Key is invalid'],
  ['no address', { params: { from_email: '' } }, 'The from_email variable must be an e-mail address'],
])('%s is rejected with one line of text', async (_what, changes, text) => {
  expect(await errorOf(send('Not to be sent', changes))).toEqual({ status: 400, text });
  expect(await waitingRows()).toBe(0);
});
