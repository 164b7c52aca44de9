import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const PASSWORD = 'a long password';

const app = startForTests(() => shareTestApp());

const newAddress = () => `${randomUUID()}@person.example`;

/** Creates a confirmed account by the service key. */
async function createAccount(attributes: Record<string, unknown> = {}) {
  const email = newAddress();
  const { data, error } = await app.service.auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    ...attributes,
  });
  if (error) throw error;
  return { email, user: data.user };
}

test('createUser makes an account that can sign in at once, and sends no mail', async () => {
  const { email, user } = await createAccount({ user_metadata: { name: 'Asha' }, app_metadata: { team: 'tax' } });
  expect(user).toMatchObject({
    email,
    role: 'authenticated',
    user_metadata: { name: 'Asha' },
    app_metadata: { team: 'tax', provider: 'email', providers: ['email'] },
    identities: [{ provider: 'email', id: user.id, identity_data: { email, email_verified: true } }],
  });
  const { data, error } = await app.client().auth.signInWithPassword({ email, password: PASSWORD });
  expect(error).toBeNull();
  expect(data.user?.id).toBe(user.id);
  expect(await app.query('select from mail.outbox where recipient = $1', [email])).toEqual([]);
});

/** Names that the service itself writes into the metadata of a sign-up. */
const METADATA = { name: 'Asha', sub: 'from-elsewhere', email: 'shown@person.example', phone_verified: 'yes' };

test('the service key keeps user_metadata as given; only the confirmation of the address is added', async () => {
  const { admin } = app.service.auth;
  const { user: unconfirmed } = await createAccount({ email_confirm: false, user_metadata: METADATA });
  expect(unconfirmed.user_metadata).toEqual(METADATA);
  const { user } = await createAccount({ user_metadata: METADATA });
  expect(user.user_metadata).toEqual({ ...METADATA, email_verified: true });
  const { user: bare } = await createAccount();
  expect(bare.user_metadata).toEqual({ email_verified: true });
  const changes = { email: newAddress(), phone: `93${Date.now()}`.slice(0, 15), user_metadata: { name: 'Ravi' } };
  const { data: changed } = await admin.updateUserById(user.id, changes);
  expect(changed.user?.user_metadata).toEqual({ ...METADATA, name: 'Ravi', email_verified: true });

  for (const type of ['signup', 'invite'] as const) {
    const request = { email: newAddress(), password: PASSWORD, options: { data: METADATA } };
    const { data: link } = await admin.generateLink({ type, ...request });
    expect(link.user?.user_metadata, type).toEqual(METADATA);
    const token_hash = link.properties?.hashed_token ?? '';
    const { data: verified } = await app.client().auth.verifyOtp({ token_hash, type });
    expect(verified.user?.user_metadata, type).toEqual({ ...METADATA, email_verified: true });
  }
});

test('createUser takes an id, a bcrypt hash and a phone number', async () => {
  const id = randomUUID();
  const phone = `91${Date.now()}`.slice(0, 15);
  const { email, user } = await createAccount({
    id,
    phone: `+${phone}`,
    phone_confirm: true,
    password: undefined,
    // bcrypt of "a long password".
    password_hash: '$2b$04$GuuM1nZ9JQAB4TZxl2JpDuPE8BISUz33d3szv2d7CUe/C.O1LJ5RG',
  });
  expect(user).toMatchObject({ id, phone, app_metadata: { providers: ['email', 'phone'] } });
  expect(user.phone_confirmed_at).toBeDefined();
  expect((await app.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
});

test('an address, a number and an id are given once', async () => {
  const phone = `92${Date.now()}`.slice(0, 15);
  const { email, user } = await createAccount({ phone });
  const { admin } = app.service.auth;
  expect((await admin.createUser({ email })).error).toMatchObject({ status: 422, code: 'email_exists' });
  expect((await admin.createUser({ phone })).error).toMatchObject({ status: 422, code: 'phone_exists' });
  const again = await admin.createUser({ email: newAddress(), id: user.id });
  expect(again.error).toMatchObject({ status: 422, code: 'user_already_exists' });
  const { user: other } = await createAccount();
  expect((await admin.updateUserById(other.id, { email })).error).toMatchObject({ status: 422, code: 'email_exists' });
});

test('listUsers gives pages with the total and the next page', async () => {
  for (let n = 0; n < 3; n += 1) await createAccount();
  const { admin } = app.service.auth;
  const { data, error } = await admin.listUsers({ page: 1, perPage: 2 });
  expect(error).toBeNull();
  expect(data).toMatchObject({ aud: 'authenticated', nextPage: 2 });
  const { total, lastPage, users } = data as { total: number; lastPage: number; users: { id: string }[] };
  expect(users).toHaveLength(2);
  expect(lastPage).toBe(Number(String(Math.ceil(total / 2))[0]));
  const second = await admin.listUsers({ page: 2, perPage: 2 });
  expect(second.data.users.map(({ id }) => id)).not.toContain(users[0]?.id);
  const all = await admin.listUsers();
  expect(all.data.users).toHaveLength(Math.min(total, 50));
  expect(all.data.users[0]).toHaveProperty('identities');
});

test('getUserById finds an account, or says that there is none', async () => {
  const { user } = await createAccount();
  const { admin } = app.service.auth;
  expect((await admin.getUserById(user.id)).data.user).toEqual(user);
  const missing = await admin.getUserById(randomUUID());
  expect(missing.error).toMatchObject({ status: 404, code: 'user_not_found', message: 'User not found' });
});

test('updateUserById changes address, password, metadata and role at once', async () => {
  const { email, user } = await createAccount({ user_metadata: { a: 1, b: 2 } });
  const signedIn = app.client();
  await signedIn.auth.signInWithPassword({ email, password: PASSWORD });
  const changed = newAddress();
  const { data, error } = await app.service.auth.admin.updateUserById(user.id, {
    email: changed,
    password: 'another password',
    role: 'editor',
    user_metadata: { b: null, c: 3 },
    app_metadata: { team: 'trade' },
  });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    email: changed,
    role: 'editor',
    app_metadata: { team: 'trade', provider: 'email' },
    identities: [{ identity_data: { email: changed, email_verified: true } }],
  });
  expect(data.user?.user_metadata).toEqual({ a: 1, c: 3, email_verified: true });
  // A new password by somebody else ends all sessions.
  expect((await signedIn.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  const { auth } = app.client();
  expect((await auth.signInWithPassword({ email: changed, password: PASSWORD })).error?.code).toBe(
    'invalid_credentials',
  );
  expect((await auth.signInWithPassword({ email: changed, password: 'another password' })).error).toBeNull();
});

test('an address waits for its confirmation until email_confirm confirms it', async () => {
  const { email, user } = await createAccount({ email_confirm: false });
  expect(user.email_confirmed_at).toBeUndefined();
  const signIn = () => app.client().auth.signInWithPassword({ email, password: PASSWORD });
  expect((await signIn()).error?.code).toBe('email_not_confirmed');
  const { data } = await app.service.auth.admin.updateUserById(user.id, { email_confirm: true });
  expect(data.user?.email_confirmed_at).toBeDefined();
  expect((await signIn()).error).toBeNull();
});

test('an account that rows of the project need is not deleted', async () => {
  const { user } = await createAccount();
  const { admin } = app.service.auth;
  await app.query('create table public.cases (owner uuid references auth.users)');
  try {
    await app.query('insert into public.cases values ($1)', [user.id]);
    expect((await admin.deleteUser(user.id)).error).toMatchObject({ status: 409, code: 'conflict' });
    expect((await admin.getUserById(user.id)).error).toBeNull();
  } finally {
    await app.query('drop table public.cases');
  }
});

test('deleteUser removes the account, its sessions and its address', async () => {
  const { email, user } = await createAccount();
  const signedIn = app.client();
  await signedIn.auth.signInWithPassword({ email, password: PASSWORD });
  const { admin } = app.service.auth;
  expect((await admin.deleteUser(user.id)).error).toBeNull();
  expect((await admin.getUserById(user.id)).error?.code).toBe('user_not_found');
  expect((await signedIn.auth.getUser()).error?.code).toBe('user_not_found');
  expect((await admin.deleteUser(user.id)).error?.code).toBe('user_not_found');
  expect((await admin.createUser({ email })).error).toBeNull();
});

test('a soft-deleted account keeps its id, says nothing of the person, and cannot be used', async () => {
  const { email, user } = await createAccount({ user_metadata: { name: 'Asha' } });
  const signedIn = app.client();
  await signedIn.auth.signInWithPassword({ email, password: PASSWORD });
  const { admin } = app.service.auth;
  expect((await admin.deleteUser(user.id, true)).error).toBeNull();

  const { data } = await admin.getUserById(user.id);
  expect(data.user).toMatchObject({ id: user.id, user_metadata: {}, deleted_at: expect.any(String) });
  expect(JSON.stringify(data.user)).not.toContain(email);
  expect((await signedIn.auth.getUser()).error).not.toBeNull();
  expect((await app.client().auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
    'invalid_credentials',
  );
  // The address is free again, and deleting twice changes nothing.
  expect((await admin.createUser({ email, email_confirm: true })).error).toBeNull();
  expect((await admin.deleteUser(user.id, true)).error).toBeNull();
});

test('an administrator sees and removes the factors of a user, and ends the sessions of one', async () => {
  const { email, user } = await createAccount();
  const client = app.client();
  const { data: signedIn } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
  const { mfa } = app.service.auth.admin;
  const { data: listed, error } = await mfa.listFactors({ userId: user.id });
  expect(error).toBeNull();
  expect(listed?.factors).toMatchObject([{ id: factor?.id, friendly_name: 'phone', status: 'unverified' }]);
  expect(JSON.stringify(listed)).not.toContain('secret');
  expect((await mfa.deleteFactor({ userId: user.id, id: factor?.id ?? '' })).error).toBeNull();
  expect((await mfa.listFactors({ userId: user.id })).data?.factors).toEqual([]);
  const gone = await mfa.deleteFactor({ userId: user.id, id: factor?.id ?? '' });
  expect(gone.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });

  expect((await app.service.auth.admin.signOut(signedIn.session?.access_token ?? '')).error).toBeNull();
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
});

test('generateLink makes a sign-up link and its code', async () => {
  const email = newAddress();
  const { data, error } = await app.service.auth.admin.generateLink({
    type: 'signup',
    email,
    password: PASSWORD,
    options: { data: { name: 'Asha' }, redirectTo: `${app.url}/admin` },
  });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, user_metadata: { name: 'Asha' } });
  expect(data.properties).toMatchObject({
    verification_type: 'signup',
    redirect_to: `${app.url}/admin`,
    email_otp: expect.stringMatching(/^\d{6}$/),
  });
  const answer = await fetch(data.properties?.action_link ?? '', { redirect: 'manual' });
  expect(answer.headers.get('location')).toContain(`${app.url}/admin#access_token=`);
  expect((await app.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  expect(await app.query('select from mail.outbox where recipient = $1', [email])).toEqual([]);
  const again = await app.service.auth.admin.generateLink({ type: 'signup', email, password: PASSWORD });
  expect(again.error).toMatchObject({ status: 422, code: 'email_exists' });
});

test('generateLink makes links of all other kinds, each of which is verified once', async () => {
  const { email } = await createAccount();
  const { admin } = app.service.auth;
  for (const type of ['magiclink', 'recovery'] as const) {
    const { data } = await admin.generateLink({ type, email });
    const token_hash = data.properties?.hashed_token ?? '';
    const { data: verified, error } = await app.client().auth.verifyOtp({ token_hash, type });
    expect(error).toBeNull();
    expect(verified.user?.email).toBe(email);
    expect((await app.client().auth.verifyOtp({ token_hash, type })).error?.code).toBe('otp_expired');
  }
  const { data: coded } = await admin.generateLink({ type: 'magiclink', email });
  const token = coded.properties?.email_otp ?? '';
  expect((await app.client().auth.verifyOtp({ email, token, type: 'email' })).error).toBeNull();

  const invited = newAddress();
  const { data: invitation } = await admin.generateLink({ type: 'invite', email: invited });
  expect(invitation.user).toHaveProperty('invited_at');
  const hash = invitation.properties?.hashed_token ?? '';
  expect((await app.client().auth.verifyOtp({ token_hash: hash, type: 'invite' })).data.user?.email).toBe(invited);
  expect((await admin.generateLink({ type: 'invite', email: invited })).error?.code).toBe('email_exists');
});

test('generateLink changes an address when both links are followed', async () => {
  const { email, user } = await createAccount();
  const newEmail = newAddress();
  const { admin } = app.service.auth;
  const current = await admin.generateLink({ type: 'email_change_current', email, newEmail });
  const next = await admin.generateLink({ type: 'email_change_new', email, newEmail });
  for (const { data } of [current, next]) {
    const token_hash = data.properties?.hashed_token ?? '';
    expect((await app.client().auth.verifyOtp({ token_hash, type: 'email_change' })).error).toBeNull();
  }
  expect((await admin.getUserById(user.id)).data.user?.email).toBe(newEmail);
});

test('generateLink needs an account for a recovery, and makes one for a magic link', async () => {
  const email = newAddress();
  const { admin } = app.service.auth;
  const missing = await admin.generateLink({ type: 'recovery', email });
  expect(missing.error).toMatchObject({ status: 404, code: 'user_not_found' });
  const { data } = await admin.generateLink({ type: 'magiclink', email });
  expect(data.properties?.verification_type).toBe('signup');
  const token_hash = data.properties?.hashed_token ?? '';
  expect((await app.client().auth.verifyOtp({ token_hash, type: 'signup' })).data.user?.email).toBe(email);
});
