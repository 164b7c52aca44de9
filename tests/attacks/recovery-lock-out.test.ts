import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { randomAddress } from '../support/random-address.ts';
import { shareTestApp } from '../support/shared-app.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

/** Requests of a stranger must not use up the mails and codes that the owner of an account is allowed. */
const app = startForTests(() => shareTestApp());

/** Lets the pause of a minute between two mails pass. */
async function endPauses(): Promise<void> {
  await app.query(`update backend.unsent_mails set asked_at = asked_at - interval '2 minutes'`);
  await app.query(`update auth.users set confirmation_sent_at = confirmation_sent_at - interval '2 minutes'`);
}

async function makeOwner(): Promise<string> {
  const email = `${randomUUID()}@person.example`;
  await app.service.auth.admin.createUser({ email, password: 'a long password', email_confirm: true });
  return email;
}

const recover = async (email: string, client = app.client()) =>
  (await client.auth.resetPasswordForEmail(email)).error?.message ?? 'sent';

test('requests that the pause refuses are not counted, and the owner is mailed from elsewhere', async () => {
  const email = await makeOwner();
  const stranger = app.client();
  const answers = await Promise.all(Array.from({ length: 20 }, () => recover(email, stranger)));
  expect(answers.filter((answer) => answer === 'sent')).toHaveLength(1);
  await endPauses();
  expect(await recover(email)).toBe('sent');
  expect((await app.client().auth.signInWithOtp({ email })).error).toBeNull();
  await endPauses();
  expect((await app.client().auth.resend({ type: 'signup', email })).error).toBeNull();
});

test('a stranger is mailed five times an hour, and others still are', async () => {
  const email = await makeOwner();
  const stranger = app.client();
  const answers = [];
  for (let i = 0; i < 12; i += 1) {
    answers.push(await recover(email, stranger));
    await endPauses();
  }
  expect(answers.filter((answer) => answer === 'sent')).toHaveLength(5);
  expect(answers.at(-1)).toBe('email rate limit exceeded');
  expect(await recover(email)).toBe('sent');
});

test('strangers together are mailed twenty times an hour, and a client that has signed in before still is', async () => {
  const email = await makeOwner();
  const owner = app.client();
  expect((await owner.auth.signInWithPassword({ email, password: 'a long password' })).error).toBeNull();
  const answers = [];
  for (let i = 0; i < 22; i += 1) {
    answers.push(await recover(email));
    await endPauses();
  }
  expect(answers.filter((answer) => answer === 'sent')).toHaveLength(20);
  expect(await recover(email)).toBe('email rate limit exceeded');
  expect(await recover(email, owner)).toBe('sent');
});

/** The error code of a code that was presented from this address. */
async function presentCode(email: string, token: string, address: string): Promise<string> {
  const answer = await fetch(`${app.url}/auth/v1/verify`, {
    method: 'POST',
    headers: { apikey: app.anonKey, 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify({ type: 'email', email, token }),
  });
  await answer.arrayBuffer();
  return answer.headers.get('x-sb-error-code') ?? 'signed in';
}

test('codes that a stranger guesses do not block those of the owner', async () => {
  const email = await makeOwner();
  await app.client().auth.signInWithOtp({ email });
  const code = /\b(\d{6})\b/.exec((await app.mailTo(email)).text)?.[1] ?? '';
  const wrong = code === '000000' ? '000001' : '000000';
  const stranger = randomAddress();
  const guesses = [];
  for (let i = 0; i < 10; i += 1) guesses.push(await presentCode(email, wrong, stranger));
  expect(guesses.filter((guess) => guess === 'otp_expired')).toHaveLength(5);
  expect(await presentCode(email, code, stranger)).toBe('over_request_rate_limit');
  expect(await presentCode(email, code, randomAddress())).toBe('signed in');
});
