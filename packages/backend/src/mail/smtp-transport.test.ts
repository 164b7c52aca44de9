import { expect, test } from 'vitest';
import { openMailBox } from '#tests/support/smtp.ts';
import { isSmtpUrl, tryMailServer } from './smtp-transport.ts';

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

test('a password is sent to another machine over TLS only, unless the URL allows it', async () => {
  const signedIn: string[] = [];
  const mailBox = await openMailBox({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username = '' }, _session, done) => {
      signedIn.push(username);
      done(null, { user: username });
    },
  });
  try {
    const urlFor = (host: string, query = '') => `smtp://firm:secret@${host}:${new URL(mailBox.url).port}/${query}`;
    // This machine, by a name that is not a loopback address.
    expect(await tryMailServer(urlFor('0.0.0.0'))).toMatchObject({ code: 'ETLS' });
    expect(signedIn).toEqual([]);
    expect(await tryMailServer(urlFor('0.0.0.0', '?requireTLS=false'))).toBeNull();
    expect(await tryMailServer(urlFor('127.0.0.1'))).toBeNull();
    expect(signedIn).toEqual(['firm', 'firm']);
  } finally {
    await mailBox.stop();
  }
});
