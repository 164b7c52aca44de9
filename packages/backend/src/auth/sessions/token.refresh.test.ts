import { expect, test } from 'vitest';
import { asBackend } from '../../database/as-caller.ts';
import { startTestAuth } from '#tests/support/auth-fixture.ts';
import { startForTests } from '#tests/support/start-for-tests.ts';

const service = startForTests(startTestAuth);

async function refresh(refresh_token: string): Promise<string> {
  const { data, error } = await service.client().auth.refreshSession({ refresh_token });
  return error?.code ?? data.session?.refresh_token ?? 'nothing';
}

test('each refresh gives a new token of the same session, and only hashes are stored', async () => {
  const { client, refreshToken } = await service.person();
  const before = (await client.auth.getClaims()).data?.claims;
  const next = await refresh(refreshToken);
  expect(next).toMatch(/^[a-z0-9]{48}$/);
  expect(next).not.toBe(refreshToken);
  const { data } = await service.client().auth.refreshSession({ refresh_token: next });
  const claims = (await service.client().auth.getClaims(data.session?.access_token)).data?.claims;
  expect(claims).toMatchObject({ session_id: before?.session_id, sub: before?.sub });
  const kept = await service.query('select token from auth.refresh_tokens where token = any($1)', [
    [refreshToken, next],
  ]);
  expect(kept).toEqual([]);
});

test('a client that lost the response gets the same active token again at any time', async () => {
  const { refreshToken } = await service.person();
  const next = await refresh(refreshToken);
  service.advanceClock(3600);
  expect(await refresh(refreshToken)).toBe(next);
});

test('racing tabs get the same token', async () => {
  const { refreshToken } = await service.person();
  const answers = new Set(await Promise.all([1, 2, 3, 4].map(() => refresh(refreshToken))));
  expect(answers.size).toBe(1);
  expect([...answers][0]).toMatch(/^[a-z0-9]{48}$/);
});

test('an older revoked token leads to the active one for ten seconds only, and then ends the session', async () => {
  const { client, refreshToken } = await service.person();
  const active = await refresh(await refresh(refreshToken));
  service.advanceClock(9);
  expect(await refresh(refreshToken)).toBe(active);
  service.advanceClock(2);
  expect((await client.auth.getUser()).error).toBeNull();
  expect(await refresh(refreshToken)).toBe('refresh_token_already_used');
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect(await refresh(active)).toBe('refresh_token_not_found');
});

test('a token that was revoked before the clock was set back leads to no other', async () => {
  const { refreshToken } = await service.person();
  service.advanceClock(3600);
  await refresh(await refresh(refreshToken));
  service.advanceClock(-3600);
  expect(await refresh(refreshToken)).toBe('refresh_token_already_used');
});

test('a refresh from a new network and the deletion of the account do not fail each other', async () => {
  const { client, refreshToken } = await service.person();
  const { data } = await client.auth.getUser();
  const answers: Promise<string | number>[] = [];
  await asBackend(service.database, async (query) => {
    await query('lock table auth.known_clients in share mode');
    answers.push(refresh(refreshToken));
    await service.lockWaits(1);
    const headers = { authorization: `Bearer ${service.keys.serviceRoleKey}` };
    const deletion = service.request(`/admin/users/${data.user?.id}`, { method: 'DELETE', headers });
    answers.push(deletion.then(({ status }) => status));
    await service.lockWaits(2);
  });
  expect(await Promise.all(answers)).toEqual([expect.stringMatching(/^[a-z0-9]{48}$/), 200]);
});

test('a deleted session cannot be refreshed', async () => {
  const { client, refreshToken } = await service.person();
  await client.auth.signOut();
  expect(await refresh(refreshToken)).toBe('refresh_token_not_found');
});

test('an expired session and a banned user are rejected', async () => {
  const { client, email } = await service.person();
  const endIn = (days: number) =>
    service.query(
      `update auth.sessions set not_after = now() + interval '1 day' * $2 where user_id = (select id from auth.users where email = $1)`,
      [email, days],
    );
  await endIn(1);
  const { data } = await client.auth.refreshSession();
  await endIn(-1);
  expect(await refresh(data.session?.refresh_token ?? 'none')).toBe('session_expired');
  const other = await service.person();
  await service.query(`update auth.users set banned_until = 'infinity' where email = $1`, [other.email]);
  expect(await refresh(other.refreshToken)).toBe('user_banned');
});

test.each([
  ['unknownunknown', 'refresh_token_not_found'],
  ['short', 'validation_failed'],
  ["'; drop table auth.users; --", 'validation_failed'],
])('%j is rejected', async (token, code) => {
  expect(await refresh(token)).toBe(code);
});

test('revoked tokens are deleted after a day', async () => {
  const { refreshToken, email } = await service.person();
  const next = await refresh(refreshToken);
  service.advanceClock(25 * 3600);
  await refresh(next);
  const [row] = await service.query(
    `select count(*)::int as tokens from auth.refresh_tokens where user_id = (select id::text from auth.users where email = $1)
       and session_id in (select id from auth.sessions where refreshed_at is not null)`,
    [email],
  );
  expect(row).toEqual({ tokens: 2 });
  expect(service.logged()).toBe('');
});
