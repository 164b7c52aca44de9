import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mapEnquiryFields } from '#contract/forms/enquiry.ts';
import { firm } from '#site/content/firm.ts';
import { composeEnquiry, readTemplateParams } from './enquiry-mail.ts';

const EMPTY = mapEnquiryFields(() => '');
const PARAMS = { from_name: 'Asha Rao', from_email: 'asha@example.com', phone: '', message: 'Hello', to_name: 'Team' };
const read = (params: Record<string, unknown>) => readTemplateParams({ ...PARAMS, ...params });

test('the enquiry is read from the template variables', () => {
  expect(read({ phone: 911412345678 })).toEqual({
    ...EMPTY,
    name: 'Asha Rao',
    email: 'asha@example.com',
    phone: '911412345678',
    message: 'Hello',
    toName: 'Team',
  });
});

test.each([
  [{ message: { a: 1 } }, 'The template_params parameter must hold text variables'],
  [{ from_name: undefined }, 'The from_name variable is required'],
  [{ from_name: ' \u0000\n' }, 'The from_name variable is required'],
  [{ from_email: 'nobody' }, 'The from_email variable must be an e-mail address'],
  [{ from_email: 'a@b.co,c.d' }, 'The from_email variable must be an e-mail address'],
  [{ from_email: 'a@b.co\r\nBcc: c@d.ef' }, 'The from_email variable must be an e-mail address'],
  [{ from_email: `a@${'b'.repeat(300)}.co` }, 'The from_email variable must be an e-mail address'],
  [{ message: '\u0000' }, 'The message variable is required'],
])('%s is rejected', (params, text) => {
  expect(() => read(params)).toThrow(expect.objectContaining({ name: 'MailError', status: 400, message: text }));
});

test('only known marks of the site are read', () => {
  expect(read({ check: 'trap' }).sign).toBe('trap');
  expect(read({ check: 'haste' }).sign).toBe('haste');
  expect(read({ check: '[Check] Bcc:' })).not.toHaveProperty('sign');
});

test('a long address is accepted whole or rejected', () => {
  const email = `a@${'b'.repeat(249)}.co`;
  expect(read({ from_email: email }).email).toBe(email);
});

test('line breaks of a message are kept, and other control characters removed', () => {
  expect(read({ message: 'one\r\ntwo\r\tthree\u0000\u001b' }).message).toBe('one\ntwo\n\tthree');
});

test('names in all scripts are unchanged', () => {
  expect(read({ from_name: 'क्‍षितिज शर्मा' }).name).toBe('क्‍षितिज शर्मा');
});

test('names and phones never contain a line break', () => {
  const text = fc.string({ unit: 'binary', minLength: 1 });
  fc.assert(
    fc.property(text, text, (name, phone) => {
      const enquiry = read({ from_name: `A${name}`, phone });
      expect(`${enquiry.name}${enquiry.phone}`).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    }),
  );
});

const ENQUIRY = {
  ...EMPTY,
  name: 'Asha <Rao>',
  email: 'asha@example.com',
  message: 'First line\n<script>alert(1)</script>',
  toName: 'Team',
};

const OCCASION = {
  to: 'office@firm.example',
  siteUrl: 'https://firm.example',
  now: new Date('2026-11-23T03:42:00Z'),
};

test('a reply goes to the visitor', async () => {
  expect(await composeEnquiry(ENQUIRY, OCCASION)).toMatchObject({
    kind: 'enquiry',
    to: 'office@firm.example',
    replyTo: 'asha@example.com',
    subject: 'Enquiry from Asha <Rao>',
  });
});

test('an address that a header cannot hold in ASCII is in the text and not in Reply-To', async () => {
  const mail = await composeEnquiry({ ...ENQUIRY, email: 'राम@example.com' }, OCCASION);
  expect(mail.replyTo).toBeUndefined();
  expect(mail.text).toContain('To answer, write to राम@example.com.');
  expect(mail.html).toContain('To answer, write to राम@example.com.');
  expect(await composeEnquiry({ ...ENQUIRY, email: 'ram@भारत.in' }, OCCASION)).toHaveProperty('replyTo');
});

test('the text contains all fields', async () => {
  const { text } = await composeEnquiry(ENQUIRY, OCCASION);
  expect(text).toContain('Hello Team,');
  expect(text).toMatch(/^Sent: +November 23, 2026 at 9:12\sAM, India time$/m);
  expect(text).toMatch(/^Name: +Asha <Rao>\nEmail: +asha@example\.com\nPhone: +not given\n/m);
  expect(text).toContain('First line\n<script>alert(1)</script>');
});

test('the HTML has the name and the mark of the firm', async () => {
  const { html } = await composeEnquiry(ENQUIRY, OCCASION);
  expect(html).toContain('src="https://firm.example/apple-touch-icon.png"');
  expect(html).toContain(firm.name);
});

test('the HTML escapes all fields', async () => {
  const { html } = await composeEnquiry(ENQUIRY, OCCASION);
  expect(html).toContain('Asha &lt;Rao&gt;');
  expect(html).toContain('First line<br />&lt;script&gt;alert(1)&lt;/script&gt;<br />');
  expect(html).not.toContain('<script>');
});

test('the mark of an automated enquiry is in subject and text, and changes nothing else', async () => {
  const mail = await composeEnquiry({ ...ENQUIRY, sign: 'haste' }, OCCASION);
  expect(mail).toMatchObject({ subject: '[Check] Enquiry from Asha <Rao>', replyTo: 'asha@example.com' });
  expect(mail.text).toMatch(/^Check: +may be automated/m);
});
