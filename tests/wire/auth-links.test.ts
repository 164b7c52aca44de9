import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firm } from '#site/content/firm.ts';
import { codeIn } from '#backend-tests/support/auth-fixture.ts';
import { randomAddress } from '../support/random-address.ts';
import type { ReceivedMail } from '#backend-tests/support/smtp.ts';
import { type Client, type TestApp, linkIn, startTestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

const PASSWORD = 'a long password';

let app: TestApp;
beforeAll(async () => {
  const env = { AUTH_ANONYMOUS_SIGN_INS: 'true', AUTH_SECURE_PASSWORD_CHANGE: 'true', AUTH_MANUAL_LINKING: 'true' };
  app = await startTestApp({ env });
});
afterAll(() => app?.stop());

const newEmail = () => `${randomUUID()}@person.example`;

/** The client that server-side frameworks use, with the PKCE flow. */
function pkceClient(address = randomAddress()): Client {
  return createClient(app.url, app.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, storageKey: randomUUID(), flowType: 'pkce' },
    global: { headers: { 'X-Forwarded-For': address } },
  });
}

const mailTo = (email: string, subject: string): Promise<ReceivedMail> =>
  waitFor(() => app.mails().findLast((mail) => mail.to === email && mail.subject === subject));

/** Follows a link as a browser does; returns the address that it leads to. */
async function follow(link: string, address = randomAddress()): Promise<URL> {
  const answer = await fetch(link, { redirect: 'manual', headers: { 'X-Forwarded-For': address } });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '');
}

async function exchange(client: Client, landing: URL) {
  expect(landing.hash).toBe('');
  return client.auth.exchangeCodeForSession(landing.searchParams.get('code') ?? '');
}

test('a PKCE client signs up, and its link gives a code', async () => {
  const client = pkceClient();
  const email = newEmail();
  const options = { emailRedirectTo: `${app.url}/auth` };
  expect((await client.auth.signUp({ email, password: PASSWORD, options })).error).toBeNull();
  const landing = await follow(linkIn(await app.mailTo(email)));
  expect(landing.origin + landing.pathname).toBe(`${app.url}/auth`);
  const { data, error } = await exchange(client, landing);
  expect(error).toBeNull();
  expect(data.user?.email).toBe(email);
  expect((await client.auth.getUser()).data.user?.email).toBe(email);
});

test('a PKCE client recovers a password, and no tokens are in the address', async () => {
  const email = newEmail();
  await app.signIn({ admin: false, email, password: PASSWORD });
  const client = pkceClient();
  expect((await client.auth.resetPasswordForEmail(email, { redirectTo: `${app.url}/auth?next=1` })).error).toBeNull();
  const landing = await follow(linkIn(await mailTo(email, `Choose a new password for ${firm.name}`)));
  expect(landing.href).not.toContain('access_token');
  expect(landing.searchParams.get('next')).toBe('1');
  const { data } = await exchange(client, landing);
  expect(data).toMatchObject({ redirectType: 'recovery', user: { email } });
  expect((await client.auth.updateUser({ password: 'quite another' })).error).toBeNull();
  expect((await app.client().auth.signInWithPassword({ email, password: 'quite another' })).error).toBeNull();
});

test('every mail with a link has a code that works in its place', async () => {
  const email = newEmail();
  const client = app.client();
  await client.auth.signUp({ email, password: PASSWORD });
  const signUp = await mailTo(email, `Confirm your email address for ${firm.name}`);
  expect((await client.auth.verifyOtp({ type: 'signup', email, token: codeIn(signUp.text) })).error).toBeNull();

  await app.client().auth.resetPasswordForEmail(email);
  const recovery = await mailTo(email, `Choose a new password for ${firm.name}`);
  const events: string[] = [];
  const recovering = app.client();
  recovering.auth.onAuthStateChange((event) => void events.push(event));
  const recovered = await recovering.auth.verifyOtp({ type: 'recovery', email, token: codeIn(recovery.text) });
  expect(recovered.data.user?.email).toBe(email);
  expect(events).toContain('PASSWORD_RECOVERY');

  await app.client().auth.signInWithOtp({ email });
  const link = await mailTo(email, `Your link to sign in to ${firm.name}`);
  expect(link.html).toContain(codeIn(link.text));
  expect((await client.auth.verifyOtp({ type: 'email', email, token: codeIn(link.text) })).error).toBeNull();

  const wanted = newEmail();
  await client.auth.updateUser({ email: wanted });
  const subject = `Confirm the new address of your account at ${firm.name}`;
  for (const address of [email, wanted]) {
    const token = codeIn((await mailTo(address, subject)).text);
    expect((await client.auth.verifyOtp({ type: 'email_change', email: address, token })).error).toBeNull();
  }
  expect((await client.auth.getUser()).data.user?.email).toBe(wanted);

  const invited = newEmail();
  await app.service.auth.admin.inviteUserByEmail(invited);
  const token = codeIn((await mailTo(invited, `A colleague invites you to ${firm.name}`)).text);
  expect((await app.client().auth.verifyOtp({ type: 'invite', email: invited, token })).data.user?.email).toBe(invited);
});

test('an anonymous account reads what strangers read, and nothing of others', async () => {
  const client = app.client();
  const { data, error } = await client.auth.signInAnonymously();
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ is_anonymous: true, email: '' });
  expect((await client.from('categories').select('id')).error).toBeNull();
  for (const hidden of [client.from('accounts'), client.from('activity'), client.from('post_revisions')]) {
    expect((await hidden.select('*')).data ?? []).toEqual([]);
  }
  expect((await client.from('categories').insert({ name: 'Mine', slug: 'mine' })).error?.code).toBe('42501');
  const upload = await client.storage.from('media').upload('mine.png', new Blob(['x']), { contentType: 'image/png' });
  expect(upload.error).not.toBeNull();
  const invitation = await fetch(`${app.url}/auth/v1/invite`, {
    method: 'POST',
    headers: { apikey: app.anonKey, Authorization: `Bearer ${data.session?.access_token}` },
    body: JSON.stringify({ email: newEmail() }),
  });
  expect(invitation.status).toBe(403);
  expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({ code: 'no_authorization' });
  expect((await client.auth.updateUser({ password: PASSWORD })).error).toMatchObject({ status: 422 });
});
