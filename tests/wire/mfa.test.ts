import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { AuthAdminApi } from '@supabase/supabase-js';
import sharp from 'sharp';
import { type Client, linkIn, startTestApp } from '../support/test-app.ts';
import { verifyMfa, setUpMfa } from '../support/mfa.ts';
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

test('the assurance level and the factors survive a restart', async () => {
  const email = newEmail();
  const client = await app.signIn({ admin: false, email, password: PASSWORD });
  const authenticator = await setUpMfa(client);
  await app.restart();
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
  await verifyMfa(await atPassword(email), authenticator);
});

test('the squares of the QR code are black or white at any size, without grey lines between them', async () => {
  const client = await app.signIn({ admin: false });
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  const [, svg = ''] = data?.totp?.qr_code.split('utf-8,') ?? [];
  const pixels = await sharp(Buffer.from(svg), { density: 50 }).greyscale().raw().toBuffer();
  expect([...new Set(pixels)].toSorted((one, other) => one - other)).toEqual([0, 255]);
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
