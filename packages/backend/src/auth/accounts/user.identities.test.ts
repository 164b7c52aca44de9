import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { PASSWORD, startTestAuth } from '#tests/support/auth-fixture.ts';
import { startForTests } from '#tests/support/start-for-tests.ts';

const service = startForTests(startTestAuth);

async function personWithIdentity() {
  const { client, email } = await service.person();
  const { data } = await client.auth.getUserIdentities();
  const [identity] = data?.identities ?? [];
  if (!identity) throw new Error('The account has no identity.');
  return { client, email, identity };
}

const codeOf = async (answer: Promise<{ error: { code?: string; status?: number } | null }>) => {
  const { error } = await answer;
  return [error?.status, error?.code];
};

/** Links an account of another provider, whose address is verified unless it is null. */
async function addIdentity(userId: string, email: string | null = null): Promise<string> {
  const about = email === null ? {} : { email, email_verified: true };
  const [row] = await service.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at)
     values ($1, $2, $3, 'google', now() + interval '1 second') returning id`,
    [randomUUID(), userId, about],
  );
  return row?.['id'] as string;
}

/** A person at a server where identities can be unlinked. */
async function personWithLinking() {
  const { email } = await service.person();
  const client = service.withSettings({ auth: { manualLinking: true } }).client();
  const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  const [identity] = data.user?.identities ?? [];
  if (!identity) throw new Error('The account has no identity.');
  return { client, email, identity };
}

test('unlinking one of several identities is not offered', async () => {
  const { client, identity } = await personWithIdentity();
  await addIdentity(identity.user_id);
  expect(await codeOf(client.auth.unlinkIdentity(identity))).toEqual([404, 'manual_linking_disabled']);
});

test('an identity that does not exist, or is that of another person, is not found', async () => {
  const { client, identity } = await personWithLinking();
  await addIdentity(identity.user_id);
  const { identity: foreign } = await personWithIdentity();
  const unlink = (identity_id: string) => codeOf(client.auth.unlinkIdentity({ ...identity, identity_id }));
  expect(await unlink(foreign.identity_id)).toEqual([422, 'identity_not_found']);
  expect(await unlink(randomUUID())).toEqual([422, 'identity_not_found']);
  expect(await unlink('not-a-uuid')).toEqual([404, 'validation_failed']);
});

test('an identity of a provider is unlinked', async () => {
  const { client, email, identity } = await personWithLinking();
  const google = await addIdentity(identity.user_id, 'asha@gmail.example');
  expect((await client.auth.unlinkIdentity({ ...identity, identity_id: google })).error).toBeNull();
  const { data } = await client.auth.getUser();
  expect(data.user).toMatchObject({ email, app_metadata: { provider: 'email', providers: ['email'] } });
  expect(data.user?.identities).toHaveLength(1);
  expect(await codeOf(client.auth.unlinkIdentity(identity))).toEqual([422, 'single_identity_not_deletable']);
  expect((await service.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
});

test('the password and the links of the e-mail identity go with it', async () => {
  const { client, email, identity } = await personWithLinking();
  const other = `${randomUUID()}@gmail.example`;
  await addIdentity(identity.user_id, other);
  await service.client().auth.resetPasswordForEmail(email);
  const link = (await service.mailsTo(email)).at(-1)?.link ?? '';
  expect((await client.auth.unlinkIdentity(identity)).error).toBeNull();
  expect((await client.auth.getUser()).data.user).toMatchObject({
    email: other,
    app_metadata: { provider: 'google', providers: ['google'] },
  });
  for (const address of [email, other]) {
    const { error } = await service.client().auth.signInWithPassword({ email: address, password: PASSWORD });
    expect(error?.code).toBe('invalid_credentials');
  }
  expect((await service.request(link)).headers.get('location')).toContain('otp_expired');
});

test('an address that is not verified, or belongs to another account, does not become that of the account', async () => {
  const { email: taken } = await service.person();
  const { client, identity } = await personWithLinking();
  const google = await addIdentity(identity.user_id, taken);
  expect(await codeOf(client.auth.unlinkIdentity(identity))).toEqual([422, 'email_conflict_identity_not_deletable']);
  await service.query(
    `update auth.identities set identity_data = identity_data || '{"email_verified": false}' where id = $1`,
    [google],
  );
  expect((await client.auth.unlinkIdentity(identity)).error).toBeNull();
  expect((await client.auth.getUser()).data.user?.email).toBe('');
});

test('a person with MFA needs aal2 to unlink', async () => {
  const { client, identity } = await personWithLinking();
  const google = await addIdentity(identity.user_id);
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
  await service.query(`update auth.mfa_factors set status = 'verified' where id = $1`, [data?.id]);
  const unlink = client.auth.unlinkIdentity({ ...identity, identity_id: google });
  expect(await codeOf(unlink)).toEqual([401, 'insufficient_aal']);
});
