import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestAuth, PASSWORD, startTestAuth } from '#tests/support/auth-fixture.ts';

let service: TestAuth;
beforeAll(async () => {
  service = await startTestAuth();
});
afterAll(() => service.stop());

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

test('the only identity cannot be unlinked, and sign-in still works', async () => {
  const { client, email, identity } = await personWithIdentity();
  expect(await codeOf(client.auth.unlinkIdentity(identity))).toEqual([422, 'single_identity_not_deletable']);
  expect((await service.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
});

async function addIdentity(userId: string): Promise<void> {
  await service.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider) values ($1, $2, '{}', 'google')`,
    [randomUUID(), userId],
  );
}

test('unlinking one of several identities is not offered', async () => {
  const { client, identity } = await personWithIdentity();
  await addIdentity(identity.user_id);
  expect(await codeOf(client.auth.unlinkIdentity(identity))).toEqual([404, 'manual_linking_disabled']);
});

test('an identity that does not exist, or is that of another person, is not found', async () => {
  const { client, identity } = await personWithIdentity();
  await addIdentity(identity.user_id);
  const { identity: foreign } = await personWithIdentity();
  const unlink = (identity_id: string) => codeOf(client.auth.unlinkIdentity({ ...identity, identity_id }));
  expect(await unlink(foreign.identity_id)).toEqual([422, 'identity_not_found']);
  expect(await unlink(randomUUID())).toEqual([422, 'identity_not_found']);
  expect(await unlink('not-a-uuid')).toEqual([404, 'validation_failed']);
});
