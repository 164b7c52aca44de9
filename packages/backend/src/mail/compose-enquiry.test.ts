import { expect, test } from 'vitest';
import { composeEnquiry } from './compose-enquiry.ts';

const ENQUIRY = {
  name: 'Asha <Rao>',
  email: 'asha@example.com',
  phone: '',
  message: 'First line\n<script>alert(1)</script>',
  toName: 'Team',
};

test('a reply goes to the visitor', async () => {
  expect(await composeEnquiry(ENQUIRY, 'office@firm.example')).toMatchObject({
    kind: 'enquiry',
    to: 'office@firm.example',
    replyTo: 'asha@example.com',
    subject: 'Enquiry from Asha <Rao>',
  });
});

test('the text contains all fields', async () => {
  const { text } = await composeEnquiry(ENQUIRY, 'office@firm.example');
  expect(text).toContain('Hello Team,');
  expect(text).toContain('Name:    Asha <Rao>\nE-mail:  asha@example.com\nPhone:   not given\n');
  expect(text).toContain('First line\n<script>alert(1)</script>');
});

test('the HTML escapes all fields', async () => {
  const { html } = await composeEnquiry(ENQUIRY, 'office@firm.example');
  expect(html).toContain('Asha &lt;Rao&gt;');
  expect(html).toContain('First line<br />&lt;script&gt;alert(1)&lt;/script&gt;<br />');
  expect(html).not.toContain('<script>');
});

test('the mark of an automated enquiry is in subject and text, and changes nothing else', async () => {
  const mail = await composeEnquiry({ ...ENQUIRY, sign: 'haste' }, 'office@firm.example');
  expect(mail).toMatchObject({ subject: '[Check] Enquiry from Asha <Rao>', replyTo: 'asha@example.com' });
  expect(mail.text).toContain('Check:   perhaps sent by a program');
});
