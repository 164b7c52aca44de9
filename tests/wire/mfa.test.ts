import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { AuthAdminApi } from '@supabase/supabase-js';
import { type Client, linkIn, startTestApp } from '../support/test-app.ts';
import { openAuthenticator, verifyMfa, setUpMfa } from '../support/mfa.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const PASSWORD = 'a long password';

const app = startForTests(startTestApp);

const newEmail = () => `${randomUUID()}@person.example`;

async function atPassword(email: string): Promise<Client> {
  const client = app.client();
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

async function levels(client: Client) {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  return { is: data?.currentLevel, next: data?.nextLevel, by: data?.currentAuthenticationMethods.map(methodOf) };
}
const methodOf = (entry: string | { method: string }) => (typeof entry === 'string' ? entry : entry.method);

test('a user can enrol and verify a factor, sign in with a code, and remove the factor', async () => {
  const email = newEmail();
  const client = await app.signIn({ admin: false, email, password: PASSWORD });
  const { data, error } = await client.auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: 'Phone',
    issuer: 'The Firm',
  });
  expect(error).toBeNull();
  if (!data) return;
  expect(data).toMatchObject({ type: 'totp', friendly_name: 'Phone' });
  expect(data.totp.uri).toContain(`otpauth://totp/The%20Firm:${encodeURIComponent(email)}`);
  expect(decodeURIComponent(data.totp.qr_code)).toContain('<svg');
  expect(await levels(client)).toEqual({ is: 'aal1', next: 'aal1', by: ['password'] });

  const authenticator = openAuthenticator(data.id, data.totp.secret);
  await verifyMfa(client, authenticator);
  expect(await levels(client)).toEqual({ is: 'aal2', next: 'aal2', by: ['totp', 'password'] });
  expect((await client.auth.getClaims()).data?.claims).toMatchObject({ aal: 'aal2' });

  const otherClient = await atPassword(email);
  expect(await levels(otherClient)).toMatchObject({ is: 'aal1', next: 'aal2' });
  await verifyMfa(otherClient, authenticator);
  expect(await levels(otherClient)).toMatchObject({ is: 'aal2', next: 'aal2' });

  expect((await otherClient.auth.mfa.unenroll({ factorId: authenticator.factorId })).error).toBeNull();
  expect((await otherClient.auth.mfa.listFactors()).data?.all).toEqual([]);
  await otherClient.auth.refreshSession();
  expect(await levels(otherClient)).toEqual({ is: 'aal1', next: 'aal1', by: ['password'] });
});

test('the assurance level and the factors survive a restart', async () => {
  const email = newEmail();
  const client = await app.signIn({ admin: false, email, password: PASSWORD });
  const authenticator = await setUpMfa(client);
  await app.restart();
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect(await levels(client)).toMatchObject({ is: 'aal2' });
  await verifyMfa(await atPassword(email), authenticator);
});

/** The official client for administrators, with the token of a signed-in user. */
async function inviter(client: Client): Promise<InstanceType<typeof AuthAdminApi>> {
  const { data } = await client.auth.getSession();
  const headers = { apikey: app.anonKey, Authorization: `Bearer ${data.session?.access_token ?? app.anonKey}` };
  return new AuthAdminApi({ url: `${app.url}/auth/v1`, headers });
}

test('an administrator can invite a user, who signs in by the link and sets a password', async () => {
  const admin = await app.signIn({ admin: true });
  const email = newEmail();
  const { data, error } = await (await inviter(admin)).inviteUserByEmail(email, { redirectTo: `${app.url}/auth` });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, invited_at: expect.any(String) });
  expect((await admin.from('accounts').select('state').eq('email', email)).data).toEqual([{ state: 'invited' }]);

  const answer = await fetch(linkIn(await app.mailTo(email)), { redirect: 'manual' });
  const landing = new URL(answer.headers.get('location') ?? '');
  const arrived = new URLSearchParams(landing.hash.slice(1));
  expect([landing.pathname, arrived.get('type')]).toEqual(['/auth', 'invite']);
  const client = app.client();
  await client.auth.setSession({
    access_token: arrived.get('access_token') ?? '',
    refresh_token: arrived.get('refresh_token') ?? '',
  });
  expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
  await atPassword(email);
  expect((await (await inviter(admin)).inviteUserByEmail(email)).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  });
});

test('a visitor, a signed-in user and an administrator before MFA cannot invite', async () => {
  const email = newEmail();
  const admin = await app.signIn({ admin: true, email, password: PASSWORD });
  await setUpMfa(admin);
  const clients = [app.client(), await app.signIn({ admin: false }), await atPassword(email)];
  const answers = [];
  for (const client of clients) answers.push((await (await inviter(client)).inviteUserByEmail(newEmail())).error?.code);
  expect(answers).toEqual(['bad_jwt', 'not_admin', 'not_admin']);
  expect((await app.service.auth.admin.inviteUserByEmail(newEmail())).error).toBeNull();
});
