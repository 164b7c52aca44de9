import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthHouse, startAuthHouse } from '#tests/support/auth-fixture.ts';

let house: AuthHouse;
beforeAll(async () => {
  house = await startAuthHouse();
});
afterAll(() => house.stop());

async function ask(authorization?: string): Promise<string> {
  const answer = await house.request('/user', { headers: authorization ? { authorization } : {} });
  return `${answer.status} ${answer.headers.get('x-sb-error-code') ?? (await answer.json()).email}`;
}

test('a user learns who she is', async () => {
  const { email, accessToken } = await house.person();
  expect(await ask(`Bearer ${accessToken}`)).toBe(`200 ${email}`);
});

test('bearers that name nobody are refused by the right name', async () => {
  const { accessToken } = await house.person();
  expect(await ask()).toBe('401 no_authorization');
  expect(await ask('Basic YTpi')).toBe('401 no_authorization');
  expect(await ask('Bearer a.b.c')).toBe('403 bad_jwt');
  expect(await ask(`Bearer ${accessToken.slice(0, -9)}AAAAAAAAA`)).toBe('403 bad_jwt');
  expect(await ask(`Bearer ${house.keys.anonKey}`)).toBe('403 bad_jwt');
  expect(await ask(`Bearer ${house.keys.serviceRoleKey}`)).toBe('403 bad_jwt');
  expect(await ask(`Bearer ${await house.keys.sign({ sub: 'nobody', role: 'authenticated' })}`)).toBe('403 bad_jwt');
  const ids = { sub: crypto.randomUUID(), session_id: crypto.randomUUID() };
  expect(await ask(`Bearer ${await house.keys.sign(ids)}`)).toBe('403 user_not_found');
});

test('a token of one user does not open the session of another', async () => {
  const [one, other] = [await house.person(), await house.person()];
  const mine = (await one.client.auth.getClaims()).data?.claims;
  const theirs = (await other.client.auth.getClaims()).data?.claims;
  const mixed = await house.keys.sign({ sub: mine?.sub, session_id: theirs?.session_id });
  expect(await ask(`Bearer ${mixed}`)).toBe('403 session_not_found');
});

test('an expired token and a banned user are refused', async () => {
  const { email, accessToken } = await house.person();
  await house.query(`update auth.users set banned_until = 'infinity' where email = $1`, [email]);
  expect(await ask(`Bearer ${accessToken}`)).toBe('403 user_banned');
  house.later(3700);
  expect(await ask(`Bearer ${accessToken}`)).toBe('403 bad_jwt');
  expect(house.said()).toBe('');
});
