import { expect, test } from 'vitest';
import { asBackend } from '../../database/as-caller.ts';
import { PASSWORD, startTestAuth } from '#tests/support/auth-fixture.ts';
import { startForTests } from '#tests/support/start-for-tests.ts';

const service = startForTests(startTestAuth);

/** Three sessions of one user, and a function that tells which still exist. */
async function threeSessions() {
  const { client: first, email } = await service.person();
  const [second, third] = [service.client(), service.client()];
  for (const client of [second, third]) await client.auth.signInWithPassword({ email, password: PASSWORD });
  const tokens: string[] = [];
  for (const client of [first, second, third]) {
    tokens.push((await client.auth.getSession()).data.session?.access_token ?? '');
  }
  const open = async (): Promise<boolean[]> => {
    const answers = tokens.map((token) => service.request('/user', { headers: { authorization: `Bearer ${token}` } }));
    return (await Promise.all(answers)).map(({ ok }) => ok);
  };
  return { first, open };
}

test.each([
  ['local', [false, true, true]],
  ['others', [true, false, false]],
  ['global', [false, false, false]],
] as const)('signing out with scope %s ends the right sessions', async (scope, left) => {
  const { first, open } = await threeSessions();
  expect(await open()).toEqual([true, true, true]);
  expect((await first.auth.signOut({ scope })).error).toBeNull();
  expect(await open()).toEqual(left);
});

test('without a scope all sessions end, with an empty answer', async () => {
  const { accessToken } = await service.person();
  const headers = { authorization: `Bearer ${accessToken}` };
  const answer = await service.request('/logout', { method: 'POST', headers });
  expect([answer.status, await answer.text()]).toEqual([204, '']);
  expect((await service.request('/logout', { method: 'POST', headers })).status).toBe(403);
});

test('an unknown scope ends nothing', async () => {
  const { client, accessToken } = await service.person();
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await service.request('/logout?scope=everyone', { method: 'POST', headers })).status).toBe(400);
  expect((await client.auth.getUser()).error).toBeNull();
});

test('signing out everywhere ends the session of a sign-in that is under way', async () => {
  const { client, email } = await service.person();
  const leaving: Promise<unknown>[] = [];
  await asBackend(service.database, async (query) => {
    // As a sign-in does before its commit.
    const { rows } = await query('select id from auth.users where email = $1 for no key update', [email]);
    await query('insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)', [rows[0]?.['id']]);
    leaving.push(client.auth.signOut({ scope: 'global' }));
    await Promise.race([...leaving, service.lockWaits(1)]);
  });
  expect(await leaving[0]).toEqual({ error: null });
  const sessions = 'select from auth.sessions s join auth.users u on u.id = s.user_id where email = $1';
  expect(await service.query(sessions, [email])).toEqual([]);
});

test('signing out does not affect other users', async () => {
  const [one, other] = [await service.person(), await service.person()];
  await one.client.auth.signOut({ scope: 'global' });
  expect((await other.client.auth.getUser()).error).toBeNull();
  expect(service.logged()).toBe('');
});
