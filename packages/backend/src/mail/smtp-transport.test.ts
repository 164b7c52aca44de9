import { expect, test } from 'vitest';
import { isSmtpUrl } from './smtp-transport.ts';

test.each([
  'smtp://mail.firm.example',
  'smtp://127.0.0.1:2525',
  'smtps://user:password@mail.firm.example:465',
  'smtp://user:p%23a%2Fs%3Fs@mail.firm.example:587',
  'smtp://user@firm.example:p@ss@mail.firm.example:587',
  'smtp://mail.firm.example/?tls.rejectUnauthorized=false',
  'smtp://[::1]:2525',
])('%s is a mail server', (url) => {
  expect(isSmtpUrl(url)).toBe(true);
});

test.each([
  'mail.firm.example',
  'http://mail.firm.example',
  'smtp:mail.firm.example',
  'smtp://',
  'smtp://user:12#34@mail.firm.example:587',
  'smtp://user:12/34@mail.firm.example:587',
  'smtp://user:12?34@mail.firm.example:587',
  'smtp://user:pa#ss@mail.firm.example:587',
  'smtp://mail.firm.example:99999',
])('%s is rejected', (url) => {
  expect(isSmtpUrl(url)).toBe(false);
});
