import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PlatformDatabase, startPlatformDatabase } from '#tests/support/platform-database.ts';
import { asBackend } from './as-caller.ts';
import { type DatabasePool, closeDatabase, connectDatabase } from './connect.ts';
import { createProbe } from './read-state.ts';

let server: PlatformDatabase;
let database: DatabasePool;
beforeAll(async () => {
  server = await startPlatformDatabase('probe', ['roles.sql']);
  database = connectDatabase(server.urlFor('postgres', 'for-tests'));
});
afterAll(async () => {
  await closeDatabase(database);
  await server.stop();
});

test('many who ask at once cost one statement', async () => {
  const probe = createProbe(database);
  const query =
    'select calls from (select xact_commit as calls from pg_stat_database where datname = current_database()) s';
  const transactions = async () => {
    await database.pool.query('select pg_stat_force_next_flush(), pg_stat_clear_snapshot()');
    return Number((await database.pool.query(query)).rows[0]?.['calls']);
  };
  const before = await transactions();
  expect(new Set(await Promise.all(Array.from({ length: 200 }, probe)))).toEqual(new Set([true]));
  expect((await transactions()) - before).toBeLessThan(20);
});

test('an unreachable database does not answer', async () => {
  const closed = connectDatabase('postgres://nobody@127.0.0.1:1/none');
  expect(await createProbe(closed)()).toBe(false);
  await closeDatabase(closed);
});

test('times and literals are read alike, whatever is set for the login', async () => {
  await database.pool.query("alter role postgres set datestyle = 'German'");
  await database.pool.query('alter role postgres set standard_conforming_strings = off');
  const set = connectDatabase(server.urlFor('postgres', 'for-tests'));
  const read = String.raw`select timestamptz '2026-11-29 12:00+00' as time, '\d' as literal`;
  const { rows } = await asBackend(set, (query) => query(read));
  await closeDatabase(set);
  expect(rows).toEqual([{ time: '2026-11-29 12:00:00+00', literal: String.raw`\d` }]);
});

test('two transactions that meet in a row both commit, whatever is set for the login', async () => {
  await database.pool.query('create table public.counts (n int, pause text); grant all on public.counts to backend');
  await database.pool.query('insert into public.counts (n) values (0)');
  await database.pool.query(`alter role postgres set default_transaction_isolation = 'serializable'`);
  const set = connectDatabase(server.urlFor('postgres', 'for-tests'));
  const count = () =>
    asBackend(set, (query) => query('update public.counts set n = n + 1, pause = pg_sleep(0.1)::text'));
  await Promise.all([count(), count()]);
  await closeDatabase(set);
  expect((await database.pool.query('select n from public.counts')).rows).toEqual([{ n: 2 }]);
});
