import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import { linkIn, followLink } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { runAdmin } from '../support/run-admin.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const ATTACKER = 'password of the attacker';
const OWNER = 'password of the owner';

const app = startForTests(() => shareTestApp());

const newEmail = () => `${randomUUID()}@victim.example`;

async function signUp(email: string, password: string, data?: object) {
  return app.client().auth.signUp({ email, password, ...(data && { options: { data } }) });
}

/** Backdates the last mail, so that the pause between two mails to one account is over. */
async function backdateMail(email: string): Promise<void> {
  await app.query(
    `update auth.users set confirmation_sent_at = confirmation_sent_at - interval '2 minutes' where email = $1`,
    [email],
  );
}

/** The links mailed to this address so far, oldest first; waits until there are `count`. */
async function linksTo(email: string, count: number): Promise<string[]> {
  return waitFor(() => {
    const mails = app.mails().filter(({ to }) => to === email);
    return mails.length >= count && mails.map(linkIn);
  });
}

/** Follows a link and returns the parameters in the fragment of its redirect. */
async function follow(link: string | undefined): Promise<URLSearchParams> {
  const answer = await followLink(link ?? '');
  return new URLSearchParams(new URL(answer.headers.get('location') ?? '').hash.slice(1));
}

/** The error code of a sign-in; undefined if it succeeds. */
async function signInError(email: string, password: string): Promise<string | undefined> {
  return (await app.client().auth.signInWithPassword({ email, password })).error?.code;
}

test('a second sign-up within the pause is rejected and changes nothing', async () => {
  const email = newEmail();
  await signUp(email, OWNER);
  const stored = () =>
    app.query(
      `select u.id, encrypted_password, raw_user_meta_data, token_hash
       from auth.users u join auth.one_time_tokens t on t.user_id = u.id where email = $1`,
      [email],
    );
  const before = await stored();
  expect((await signUp(email, ATTACKER)).error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
  expect(await stored()).toEqual(before);
  expect((await follow((await linksTo(email, 1))[0])).get('access_token')).toBeTruthy();
  const mail = app.mails().find(({ to }) => to === email);
  expect(mail?.text).toContain('do not open the link');
  expect(await signInError(email, OWNER)).toBeUndefined();
});

test('a recovery link confirms the address and removes the password that an attacker set', async () => {
  const email = newEmail();
  await signUp(email, ATTACKER, { name: 'Mallory' });
  await linksTo(email, 1);
  await app.client().auth.resetPasswordForEmail(email);
  const landing = await follow((await linksTo(email, 2))[1]);
  expect(landing.get('type')).toBe('recovery');
  expect(await signInError(email, ATTACKER)).toBe('invalid_credentials');

  const client = app.client();
  const tokens = { access_token: landing.get('access_token') ?? '', refresh_token: landing.get('refresh_token') ?? '' };
  const { data } = await client.auth.setSession(tokens);
  expect(data.user?.user_metadata).not.toHaveProperty('name');
  expect((await client.auth.updateUser({ password: OWNER })).error).toBeNull();
  expect(await signInError(email, OWNER)).toBeUndefined();
});

test.each([
  ['recovery', (email: string) => app.client().auth.resetPasswordForEmail(email)],
  ['sign-in', (email: string) => app.client().auth.signInWithOtp({ email })],
])('a newer %s mail ends the link that would keep the password of an attacker', async (_kind, ask) => {
  const email = newEmail();
  await signUp(email, ATTACKER);
  await linksTo(email, 1);
  await backdateMail(email);
  expect((await ask(email)).error).toBeNull();
  const [old, newest] = await linksTo(email, 2);
  expect((await follow(old)).get('error_code')).toBe('otp_expired');
  expect((await follow(newest)).get('access_token')).toBeTruthy();
  expect(await signInError(email, ATTACKER)).toBe('invalid_credentials');
});

test('a sign-up by an attacker does not set the password of an invited administrator', async () => {
  const email = newEmail();
  const invited = await app.service.auth.admin.inviteUserByEmail(email);
  await app.query('insert into public.admin_users (user_id) values ($1)', [invited.data.user?.id]);
  await linksTo(email, 1);
  await backdateMail(email);
  expect((await signUp(email, ATTACKER, { name: 'Mallory' })).error).toBeNull();
  const [old, newest] = await linksTo(email, 2);
  expect((await follow(old)).get('error_code')).toBe('otp_expired');
  expect((await follow(newest)).get('type')).toBe('invite');
  expect(await signInError(email, ATTACKER)).toBe('invalid_credentials');
  const [user] = await app.query('select id, raw_user_meta_data from auth.users where email = $1', [email]);
  expect(user).toMatchObject({ id: invited.data.user?.id });
  expect(user?.['raw_user_meta_data']).not.toHaveProperty('name');
});

test('a sign-up by an attacker does not replace an account that the operator made', async () => {
  const { admin } = app.service.auth;
  const make = {
    createUser: (email: string) =>
      admin.createUser({ email, password: OWNER, user_metadata: { name: 'Asha' }, app_metadata: { team: 'tax' } }),
    generateLink: (email: string) =>
      admin.generateLink({ type: 'signup', email, password: OWNER, options: { data: { name: 'Asha' } } }),
    linkAfterInvitation: async (email: string) => {
      await admin.generateLink({ type: 'invite', email });
      return make.generateLink(email);
    },
  };
  for (const [how, create] of Object.entries(make)) {
    const email = newEmail();
    const stored = () =>
      app.query(
        'select id, encrypted_password, raw_user_meta_data, raw_app_meta_data from auth.users where email = $1',
        [email],
      );
    expect((await create(email)).error).toBeNull();
    const before = await stored();
    for (let mails = 1; mails <= 2; mails += 1) {
      await backdateMail(email);
      expect((await signUp(email, ATTACKER, { name: 'Mallory' })).error).toBeNull();
      expect(await stored(), how).toEqual(before);
      await linksTo(email, mails);
    }
    expect((await follow((await linksTo(email, 2))[1])).get('access_token')).toBeTruthy();
    expect(await signInError(email, ATTACKER)).toBe('invalid_credentials');
    expect(await signInError(email, OWNER)).toBeUndefined();
  }
});

test('an invitation takes over an account of an attacker and drops its password and metadata', async () => {
  const email = newEmail();
  await signUp(email, ATTACKER, { name: 'Mallory' });
  await linksTo(email, 1);
  await backdateMail(email);
  await app.service.auth.admin.inviteUserByEmail(email, { data: { name: 'Asha' } });
  const landing = await follow((await linksTo(email, 2))[1]);
  expect(landing.get('type')).toBe('invite');
  expect(await signInError(email, ATTACKER)).toBe('invalid_credentials');
  const [user] = await app.query('select raw_user_meta_data from auth.users where email = $1', [email]);
  expect(user?.['raw_user_meta_data']).toMatchObject({ name: 'Asha' });
});

test('administrators and the operator see when and how an address was confirmed', async () => {
  const admin = await app.signIn({ admin: true });
  const confirmationOf = async (email: string) => {
    const { data } = await admin.from('accounts').select('state, confirmed_at, confirmed_by').eq('email', email);
    return data?.[0];
  };
  const byMail = newEmail();
  await signUp(byMail, OWNER);
  await follow((await linksTo(byMail, 1))[0]);
  const byRecovery = newEmail();
  await signUp(byRecovery, ATTACKER);
  await linksTo(byRecovery, 1);
  const unconfirmed = { state: 'unconfirmed', confirmed_at: null, confirmed_by: null };
  expect(await confirmationOf(byRecovery)).toEqual(unconfirmed);
  await expect(runAdmin(app, 'grant', byRecovery)).rejects.toThrow('has not been confirmed');
  await app.client().auth.resetPasswordForEmail(byRecovery);
  await follow((await linksTo(byRecovery, 2))[1]);
  const byInvitation = newEmail();
  await app.service.auth.admin.inviteUserByEmail(byInvitation);
  await follow((await linksTo(byInvitation, 1))[0]);
  const byOperator = newEmail();
  await runAdmin(app, 'create', byOperator);

  const ways = { [byMail]: 'sign_up_mail', [byRecovery]: 'recovery_mail', [byInvitation]: 'invitation' };
  for (const [email, by] of Object.entries({ ...ways, [byOperator]: 'operator' })) {
    expect(await confirmationOf(email)).toMatchObject({
      state: 'confirmed',
      confirmed_at: expect.stringMatching(/^\d{4}-/),
      confirmed_by: by,
    });
  }
  expect(await runAdmin(app, 'grant', byMail)).toMatch(/confirmed on \d{4}-\d\d-\d\d by the link of the sign-up mail/);
});
