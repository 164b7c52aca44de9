import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { ReceivedMail } from '#backend-tests/support/smtp.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';
import { randomAddress } from '../support/random-address.ts';
import { shareTestApp } from '../support/shared-app.ts';
import { type Client, pageLinkIn } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

/** Mail scanners, such as Outlook's Safe Links, open every link of a mail before its recipient sees it. */
const app = startForTests(() => shareTestApp());
const newEmail = () => `${randomUUID()}@person.example`;
const PASSWORD = 'a long password';
let admin: Client;

beforeAll(async () => {
  admin = await app.signIn({ admin: true });
});

async function invite(email: string): Promise<unknown> {
  const { data } = await admin.auth.getSession();
  const answer = await fetch(`${app.url}/auth/v1/invite?redirect_to=${encodeURIComponent(`${app.url}/auth`)}`, {
    method: 'POST',
    headers: {
      apikey: app.anonKey,
      Authorization: `Bearer ${data.session?.access_token}`,
      'Content-Type': 'application/json',
      'X-Forwarded-For': randomAddress(),
    },
    body: JSON.stringify({ email }),
  });
  return answer.ok ? null : answer.text();
}

/** Requests every address of the mail as scanners do, follows redirects, and then every link of the pages there. */
async function scan(mail: ReceivedMail): Promise<void> {
  const addresses = mail.text.match(/https?:\/\/\S+[^\s.]/g) ?? [];
  for (const address of addresses) {
    for (const method of ['HEAD', 'GET']) {
      const answer = await fetch(address, { method, headers: { 'Sec-Purpose': 'prefetch' } });
      const page = await answer.text();
      expect(answer.status).toBe(200);
      for (const [, href = ''] of page.matchAll(/(?:href|action)="([^"]*(?:token|verify)[^"]*)"/g)) {
        await fetch(new URL(href.replaceAll('&amp;', '&'), address), {
          headers: { 'X-Forwarded-For': randomAddress() },
        });
      }
    }
  }
}

type Use = {
  kind: string;
  send: (email: string) => Promise<unknown>;
  type: 'invite' | 'signup' | 'recovery' | 'email';
};
const hasAccount = (email: string) =>
  app.service.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });

test.each<Use>([
  { kind: 'invitation', type: 'invite', send: invite },
  {
    kind: 'confirmation',
    type: 'signup',
    send: async (email) => (await app.client().auth.signUp({ email, password: PASSWORD })).error,
  },
  {
    kind: 'recovery',
    type: 'recovery',
    send: async (email) => {
      await hasAccount(email);
      return (await app.client().auth.resetPasswordForEmail(email)).error;
    },
  },
  {
    kind: 'magic link',
    type: 'email',
    send: async (email) => {
      await hasAccount(email);
      return (await app.client().auth.signInWithOtp({ email })).error;
    },
  },
])('a scanner that opens the links of the mail leaves the $kind valid', async ({ send, type }) => {
  const email = newEmail();
  expect(await send(email)).toBeNull();
  const mail = await app.mailTo(email);
  await scan(mail);
  const link = new URL(pageLinkIn(mail));
  expect([link.origin + link.pathname, link.searchParams.get('type')]).toEqual([`${app.url}/auth`, type]);
  const token_hash = link.searchParams.get('token') ?? '';
  const { data, error } = await app.client().auth.verifyOtp({ token_hash, type });
  expect(error).toBeNull();
  expect(data.user?.email).toBe(email);
});

test('a scanner that opens the links of both mails changes no address', async () => {
  const [email, next] = [newEmail(), newEmail()];
  const client = await app.signIn({ admin: false, email, password: PASSWORD });
  expect((await client.auth.updateUser({ email: next })).error).toBeNull();
  for (const to of [email, next]) await scan(await app.mailTo(to));
  expect((await client.auth.getUser()).data.user?.email).toBe(email);
  for (const to of [email, next]) {
    const link = new URL(pageLinkIn(await app.mailTo(to)));
    const token_hash = link.searchParams.get('token') ?? '';
    expect((await app.client().auth.verifyOtp({ token_hash, type: 'email_change' })).error).toBeNull();
  }
  expect((await client.auth.getUser()).data.user?.email).toBe(next);
});

test('an invitation names the firm and who invites, and its link lives a week', async () => {
  const email = newEmail();
  expect(await invite(email)).toBeNull();
  const mail = await app.mailTo(email);
  const { data } = await admin.auth.getUser();
  expect(mail.subject).toMatch(`${data.user?.email} invites you to `);
  expect(mail.subject).not.toContain('http');
  expect(mail.text).toContain('The link works once, within 7 days');
  const setAge = (age: string) =>
    app.query(
      `update auth.one_time_tokens t set created_at = (now() at time zone 'utc') - $2::interval
       from auth.users u where u.id = t.user_id and u.email = $1`,
      [email, age],
    );
  const verify = async () => {
    const token_hash = new URL(pageLinkIn(mail)).searchParams.get('token') ?? '';
    return (await app.client().auth.verifyOtp({ token_hash, type: 'invite' })).error?.code;
  };
  await setAge('6 days 23 hours');
  expect(await verify()).toBeUndefined();

  const late = newEmail();
  expect(await invite(late)).toBeNull();
  const lateLink = new URL(pageLinkIn(await waitFor(() => app.mails().findLast(({ to }) => to === late))));
  await app.query(
    `update auth.one_time_tokens t set created_at = (now() at time zone 'utc') - interval '7 days 1 minute'
     from auth.users u where u.id = t.user_id and u.email = $1`,
    [late],
  );
  const token_hash = lateLink.searchParams.get('token') ?? '';
  expect((await app.client().auth.verifyOtp({ token_hash, type: 'invite' })).error?.code).toBe('otp_expired');
});
