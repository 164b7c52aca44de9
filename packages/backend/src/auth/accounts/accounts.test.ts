import { expect, test } from 'vitest';
import { asBackend, asCaller } from '../../database/as-caller.ts';
import { createConfirmedUser, setPassword } from './accounts.ts';
import { PASSWORD, startTestAuth } from '#tests/support/auth-fixture.ts';
import { startForTests } from '#tests/support/start-for-tests.ts';

const service = startForTests(startTestAuth);

test('an account created by the operator can sign in at once', async () => {
  const params = { email: 'You@Firm.Example', password: PASSWORD };
  const account = await asBackend(service.database, (query) => createConfirmedUser(query, { ...params, minLength: 6 }));
  expect(account).toMatchObject({ email: 'you@firm.example', email_confirmed_at: expect.any(String) });
  const { data, error } = await service.client().auth.signInWithPassword(params);
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ id: account.id, user_metadata: { email_verified: true } });
});

test('an account that cannot be created throws the reason', async () => {
  const make = (email: string, password: string) =>
    asBackend(service.database, (query) => createConfirmedUser(query, { email, password, minLength: 6 }));
  await expect(make('you@firm.example', PASSWORD)).rejects.toThrow('has already been registered');
  await expect(make('new@firm.example', 'short')).rejects.toThrow('at least 6 characters');
  await expect(make('nonsense', PASSWORD)).rejects.toThrow('invalid format');
});

test('a password set by the operator ends all sessions and confirms the address', async () => {
  const { client, email } = await service.person();
  await service.query('update auth.users set email_confirmed_at = null where email = $1', [email]);
  const params = { email, password: 'set by the operator' };
  await asBackend(service.database, (query) => setPassword(query, { ...params, minLength: 6 }));
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await service.client().auth.signInWithPassword(params)).error).toBeNull();
  const nobody = asBackend(service.database, (query) =>
    setPassword(query, { ...params, email: 'nobody@firm.example', minLength: 6 }),
  );
  await expect(nobody).rejects.toThrow('User not found');
  const short = asBackend(service.database, (query) => setPassword(query, { email, password: 'short', minLength: 6 }));
  await expect(short).rejects.toThrow('at least 6 characters');
});

test('a sign-in with the old password that is under way does not outlive a password set by the operator', async () => {
  const { email } = await service.person();
  const setting: Promise<void>[] = [];
  await asBackend(service.database, async (signIn) => {
    const { rows } = await signIn('select id from auth.users where email = $1 for no key update', [email]);
    await signIn('insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)', [rows[0]?.['id']]);
    const params = { email, password: 'set by the operator', minLength: 6 };
    setting.push(asBackend(service.database, (query) => setPassword(query, params)));
    await service.lockWaits(1);
  });
  await Promise.all(setting);
  const sessions = 'select from auth.sessions s join auth.users u on u.id = s.user_id where email = $1';
  expect(await service.query(sessions, [email])).toEqual([]);
});

test('callers have no rights on the tables of accounts, only on the functions about themselves', async () => {
  const claims = { sub: '00000000-0000-4000-8000-000000000001', email: 'asha@person.example' };
  for (const role of ['anon', 'authenticated', 'service_role'] as const) {
    const caller = { role, claims: { ...claims, role } };
    for (const table of ['users', 'sessions', 'refresh_tokens', 'one_time_tokens', 'identities', 'mfa_factors']) {
      const reading = asCaller(service.database, caller, {}, (query) => query(`select * from auth.${table}`));
      await expect(reading, `${role} ${table}`).rejects.toThrow('permission denied');
    }
    const { rows } = await asCaller(service.database, caller, {}, (query) =>
      query('select auth.uid(), auth.role(), auth.email(), auth.jwt()'),
    );
    expect(rows).toEqual([{ uid: claims.sub, role, email: claims.email, jwt: { ...claims, role } }]);
  }
});
