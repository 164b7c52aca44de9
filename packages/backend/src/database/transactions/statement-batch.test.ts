import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startPlatformDatabase } from '#tests/support/platform-database.ts';
import { ANONYMOUS, asCaller, type Caller, readAsCaller } from '../as-caller.ts';
import { type DatabasePool, closeDatabase, connectDatabase } from '../connect.ts';
import { type BatchStatement, sendBatch } from './statement-batch.ts';

let database: DatabasePool;
let stop: () => Promise<void>;
/** The only open connection: it is released before each test, and the pool gives it to the next request. */
let connection: pg.PoolClient;

beforeAll(async () => {
  const server = await startPlatformDatabase('batch', ['roles.sql'], 'create table public.notes (text text)');
  database = connectDatabase(server.urlFor('postgres', 'for-tests'));
  stop = async () => {
    await closeDatabase(database);
    await server.stop();
  };
});
afterAll(() => stop?.());

beforeEach(async () => {
  connection = await database.pool.connect();
  await connection.query('truncate public.notes; grant all on public.notes to anon');
  connection.release();
});

const statement = (text: string, values: unknown[] = [], preparedFor: string | null = null): BatchStatement => ({
  text,
  values,
  preparedFor,
});
const read = (text: string, values: unknown[] = [], caller: Caller = ANONYMOUS) =>
  readAsCaller(database, caller, { method: 'GET', path: '/notes' }, { text, values });
const countPrepared = async () =>
  Number((await connection.query(`select count(*) from pg_prepared_statements where name <> ''`)).rows[0].count);
const notes = async () => (await connection.query('select text from public.notes')).rows.map(({ text }) => text);

/** Counts the writes to the socket during `work`. */
async function countWrites(work: () => Promise<unknown>): Promise<number> {
  const { stream } = (connection as unknown as { connection: pg.Connection }).connection;
  const write = stream.write.bind(stream);
  let writes = 0;
  stream.write = ((...args: Parameters<typeof write>) => {
    writes += 1;
    return write(...args);
  }) as typeof write;
  await work();
  stream.write = write;
  return writes;
}

test('a read is one write to the connection, whether its statement is new or known', async () => {
  expect(await countWrites(() => read('select 1 as one'))).toBe(1);
  expect(await countWrites(() => read('select 1 as one'))).toBe(1);
});

test('the first statement of a transaction is sent with its beginning', async () => {
  const work = () => asCaller(database, ANONYMOUS, {}, (query) => query('select 1'));
  expect(await countWrites(work)).toBe(2);
});

test('a read runs with the role and the claims of its caller, and cannot write', async () => {
  const settings = `select current_user::text as role, current_setting('request.jwt.claims') as claims,
    current_setting('transaction_read_only') as read_only, current_setting('statement_timeout') as timeout`;
  const caller: Caller = { role: 'authenticated', claims: { role: 'authenticated', sub: 'a' } };
  expect((await read(settings, [], caller)).rows).toEqual([
    { role: 'authenticated', claims: '{"role":"authenticated","sub":"a"}', read_only: 'on', timeout: '8s' },
  ]);
  expect((await read(settings)).rows[0]).toMatchObject({ role: 'anon', claims: '{"role":"anon"}' });
  await expect(read(`insert into public.notes values ('a') returning text`)).rejects.toMatchObject({ code: '25006' });
  expect(await notes()).toEqual([]);
});

test.each([
  ['succeeded', 'select 1'],
  ['failed', 'select 1 / 0'],
])('a read that %s leaves no role, claims or limits on the connection', async (_, text) => {
  await read(text).catch(() => {});
  const { rows } =
    await connection.query(`select current_user::text as role, current_setting('transaction_read_only') as
    read_only, current_setting('request.jwt.claims', true) as claims, current_setting('statement_timeout') as timeout`);
  expect(rows[0]).toEqual({ role: 'postgres', read_only: 'off', claims: '', timeout: '0' });
});

test('values of each type are read as node-postgres reads them', async () => {
  const text = `select 1 as int, 2::bigint as big, true as bool, null as nothing, '{"a":1}'::json as json, now() as time,
    $1::text as text, $2::text[] as list`;
  const { rows } = await connection.query(text, ['ü', ['a', 'b,"c']]);
  const answer = await read(text, ['ü', ['a', 'b,"c']]);
  expect(answer).toEqual({ rows: [{ ...rows[0], time: expect.any(String) }], rowCount: 1 });
});

test('statements after a failed one are not run, and those before it are rolled back', async () => {
  const insert = (text: string) => statement('insert into public.notes values ($1)', [text]);
  await expect(sendBatch(connection, [insert('a'), statement('select 1 / 0'), insert('b')])).rejects.toMatchObject({
    code: '22012',
  });
  expect(await notes()).toEqual([]);
  await sendBatch(connection, [insert('a'), insert('b')]);
  expect(await notes()).toEqual(['a', 'b']);
});

test('a value that cannot be sent fails, and the connection is used again', async () => {
  const endless: Record<string, unknown> = {};
  endless['self'] = endless;
  await expect(read('select $1::json as value', [endless])).rejects.toThrow('circular');
  expect((await read('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a known statement is parsed once for each role', async () => {
  const text = 'select $1::text as parsed_once';
  for (const value of ['a', 'b', 'c']) await read(text, [value]);
  await read(text, ['d'], { role: 'authenticated', claims: { role: 'authenticated' } });
  const { rows } = await connection.query(
    `select (generic_plans + custom_plans)::int as uses from pg_prepared_statements where statement = $1`,
    [text],
  );
  expect(rows.map(({ uses }) => Number(uses)).toSorted((a, b) => a - b)).toEqual([1, 3]);
});

test('a connection keeps a limited number of prepared statements, also of those that fail', async () => {
  for (let n = 0; n < 60; n += 1) {
    expect((await read(`select ${n} as n`)).rows).toEqual([{ n }]);
    await read(`select ${n} / $1::int`, ['0']).catch(() => {});
    await read(`select '${n}' syntax error`).catch(() => {});
  }
  await read('select 1 as one');
  expect(await countPrepared()).toBeLessThanOrEqual(40);
  await read(`select 1 as one, '${'a'.repeat(5000)}' as long`);
  const { rows } = await connection.query(`select 1 from pg_prepared_statements where length(statement) > 4000`);
  expect(rows).toEqual([]);
});

test('a statement whose result has changed with its table fails once', async () => {
  await connection.query('create table public.changing (a int); grant select on public.changing to anon');
  const text = 'select * from public.changing';
  await read(text);
  await connection.query('alter table public.changing add column b int; insert into public.changing values (1, 2)');
  await expect(read(text)).rejects.toThrow('cached plan must not change result type');
  expect((await read(text)).rows).toEqual([{ a: 1, b: 2 }]);
});

test('nothing runs outside of a transaction that could not be opened', async () => {
  const stranger = { role: 'nobody', claims: { role: 'nobody' } } as unknown as Caller;
  const insert = `insert into public.notes values ('a')`;
  const work = asCaller(database, stranger, {}, async (query) => {
    await query(insert).catch(() => {});
    await query(insert).catch(() => {});
    return 'done';
  });
  await expect(work).rejects.toMatchObject({ code: '22023' });
  expect(await notes()).toEqual([]);
});

test('a transaction whose work ignores a failed first statement is not reported as committed', async () => {
  const work = asCaller(database, ANONYMOUS, {}, async (query) => {
    await query('select 1 / 0').catch(() => {});
  });
  await expect(work).rejects.toMatchObject({ code: '22012' });
  expect((await read('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a statement whose first use failed can be used again', async () => {
  const text = 'select 6 / $1::int as quotient';
  await expect(read(text, ['0'])).rejects.toMatchObject({ code: '22012' });
  for (const divisor of ['2', '3'])
    expect((await read(text, [divisor])).rows).toEqual([{ quotient: 6 / Number(divisor) }]);
});
