import { afterEach, expect, test } from 'vitest';
import { freePort } from '#tests/support/app-process.ts';
import { type MailBox, openMailBox } from '#backend-tests/support/smtp.ts';
import { checkMailServer, describeMailError } from './site-checks.ts';

let server: MailBox | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

test('a server that accepts the site is good, and gets no message', async () => {
  server = await openMailBox();
  expect(await checkMailServer({ smtpUrl: server.url })).toMatchObject({ state: 'good' });
  expect(server.mails()).toEqual([]);
});

test('a wrong password is named as such, without the password', async () => {
  server = await openMailBox({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('Invalid login')),
  });
  const found = await checkMailServer({ smtpUrl: server.url.replace('//', '//office:a-secret-word@') });
  expect(found).toMatchObject({
    state: 'bad',
    remedy: expect.stringContaining('user and password of the mail server'),
  });
  expect(JSON.stringify(found)).not.toContain('a-secret-word');
});

test('a server that is not there is an error of host and port', async () => {
  const smtpUrl = `smtp://127.0.0.1:${await freePort()}`;
  expect(await checkMailServer({ smtpUrl })).toMatchObject({ state: 'bad', remedy: expect.stringContaining('port') });
});

test('without SMTP_URL nothing is sent, which is a warning', async () => {
  expect(await checkMailServer({ smtpUrl: null })).toMatchObject({ state: 'warning' });
});

test('a certificate that is not accepted is named in the remedy, also where the error is one of the socket', () => {
  // The second is OpenSSL's error for smtps:// to a port of smtp://.
  for (const reason of [
    'certificate has expired',
    '400D:error:0A00010B:SSL routines:tls_validate_record_header:wrong',
  ]) {
    const found = describeMailError('mail.example', { code: 'ESOCKET', reason });
    expect(found).toMatchObject({ state: 'bad', remedy: expect.stringContaining('certificate of the mail server') });
  }
});
