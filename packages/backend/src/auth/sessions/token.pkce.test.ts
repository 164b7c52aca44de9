import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { asBackend } from '../../database/as-caller.ts';
import { startTestAuth } from '#tests/support/auth-fixture.ts';
import { openLink, linkTo, verifierOf } from '#tests/support/pkce.ts';
import { forgetOldFlows } from '../mail-links/one-time-tokens.ts';
import { startForTests } from '#tests/support/start-for-tests.ts';

const service = startForTests(startTestAuth);

/** A PKCE client with a link of a recovery mail, and the authorization code of that link. */
async function recovery() {
  const { email, client: owner } = await service.person();
  const client = service.pkceClient();
  await client.auth.resetPasswordForEmail(email);
  const code = (await openLink(service, await linkTo(service, email))).searchParams.get('code') ?? '';
  return { email, owner, client, code };
}

async function exchange(code: unknown, verifier: unknown) {
  const body = JSON.stringify({ auth_code: code, code_verifier: verifier });
  const answer = await service.request('/token?grant_type=pkce', { method: 'POST', body });
  return [answer.status, answer.headers.get('x-sb-error-code')];
}

test('a code is exchanged once', async () => {
  const { client, code } = await recovery();
  const verifier = await verifierOf(client);
  expect(await exchange(code, verifier)).toEqual([200, null]);
  expect(await exchange(code, verifier)).toEqual([404, 'flow_state_not_found']);
});

test('of two concurrent exchanges one opens a session', async () => {
  const { client, code } = await recovery();
  const verifier = await verifierOf(client);
  const answers = await Promise.all([exchange(code, verifier), exchange(code, verifier)]);
  expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
  expect(answers.filter(([status]) => status === 404)).toHaveLength(1);
});

test('a code with the verifier of another flow is used up', async () => {
  const [mine, other] = [await recovery(), await recovery()];
  expect(await exchange(mine.code, await verifierOf(other.client))).toEqual([400, 'bad_code_verifier']);
  expect(await exchange(mine.code, await verifierOf(mine.client))).toEqual([404, 'flow_state_not_found']);
  expect(await exchange(other.code, await verifierOf(other.client))).toEqual([200, null]);
});

test('the challenge is no verifier', async () => {
  const { email, code } = await recovery();
  const [flow] = await service.query(
    'select code_challenge, auth_code from auth.flow_state f join auth.users u on u.id = f.user_id where email = $1',
    [email],
  );
  expect(flow?.['auth_code']).not.toBe(code);
  expect(await exchange(code, flow?.['code_challenge'])).toEqual([400, 'bad_code_verifier']);
});

test('a code expires after five minutes', async () => {
  const { client, code } = await recovery();
  service.advanceClock(301);
  expect(await exchange(code, await verifierOf(client))).toEqual([422, 'flow_state_expired']);
});

test.each([
  [undefined, 'a'.repeat(43), 400, 'validation_failed'],
  ['', 'a'.repeat(43), 400, 'validation_failed'],
  [randomUUID(), '', 400, 'validation_failed'],
  [randomUUID(), 'a'.repeat(43), 404, 'flow_state_not_found'],
  [{ $ne: '' }, 'a'.repeat(43), 400, 'validation_failed'],
  ['%', 'a'.repeat(43), 404, 'flow_state_not_found'],
])('the code %j with the verifier %j is rejected', async (code, verifier, status, error) => {
  expect(await exchange(code, verifier)).toEqual([status, error]);
});

test('guessing codes is limited by address', async () => {
  const ask = () =>
    service.request('/token?grant_type=pkce', {
      method: 'POST',
      address: '198.51.100.7',
      body: JSON.stringify({ auth_code: randomUUID(), code_verifier: 'a'.repeat(43) }),
    });
  const statuses = [];
  for (let i = 0; i < 151; i += 1) statuses.push((await ask()).status);
  expect(statuses.filter((status) => status === 404)).toHaveLength(150);
  expect(statuses.at(-1)).toBe(429);
});

test('a new password invalidates a code that was issued before', async () => {
  const { client, owner, code } = await recovery();
  expect((await owner.auth.updateUser({ password: 'quite another' })).error).toBeNull();
  expect(await exchange(code, await verifierOf(client))).toEqual([404, 'flow_state_not_found']);
});

test('a banned user gets no session for a code', async () => {
  const { email, client, code } = await recovery();
  await service.query(`update auth.users set banned_until = 'infinity' where email = $1`, [email]);
  expect(await exchange(code, await verifierOf(client))).toEqual([400, 'user_banned']);
});

test('the flow that somebody else asks for does not give the code of mine', async () => {
  const { email } = await service.person();
  const [mine, theirs] = [service.pkceClient(), service.pkceClient()];
  await mine.auth.resetPasswordForEmail(email);
  service.advanceClock(61);
  await theirs.auth.resetPasswordForEmail(email);
  const code = (await openLink(service, await linkTo(service, email))).searchParams.get('code') ?? '';
  expect(await exchange(code, await verifierOf(mine))).toEqual([400, 'bad_code_verifier']);
});

test('flows are deleted when no link can continue them any more', async () => {
  const { email, client } = await service.person();
  await service.pkceClient().auth.resetPasswordForEmail(email);
  const { data } = await client.auth.getUser();
  const count = async (hours: number) => {
    const at = new Date(Date.parse(data.user?.last_sign_in_at ?? '') + hours * 3_600_000);
    await asBackend(service.database, (query) => forgetOldFlows(query, at));
    return (await service.query('select from auth.flow_state where user_id = $1', [data.user?.id])).length;
  };
  expect(await count(24)).toBe(1);
  expect(await count(26)).toBe(0);
});
