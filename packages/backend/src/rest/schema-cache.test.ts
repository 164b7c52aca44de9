import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type PlatformDatabase, startPlatformDatabase } from '#tests/support/platform-database.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { ANONYMOUS, asCaller } from '../database/as-caller.ts';
import { type DatabasePool, closeDatabase, connectDatabase } from '../database/connect.ts';
import { listenFor } from '../database/listen.ts';
import { CONNECTIONS } from '../database/pools.ts';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import { asCurrentCaller } from '../usage/request-context.ts';
import { RestError } from './errors.ts';
import { type KeptSchema, type SchemaCaches, keepSchema } from './schema-cache.ts';
import { LONG } from '#tests/support/slowness.ts';

let server: PlatformDatabase;
let database: DatabasePool;
let owner: pg.Client;
let kept: KeptSchema | null = null;
let clock = 0;

beforeAll(async () => {
  server = await startPlatformDatabase(
    'schema',
    ['roles.sql', 'schema-changes.sql'],
    'create table public.things (id int)',
  );
  const url = server.urlFor('postgres', 'for-tests');
  database = connectDatabase(url);
  owner = new pg.Client(url);
  await owner.connect();
});
afterEach(async () => {
  await kept?.stop();
  kept = null;
});
afterAll(async () => {
  await owner?.end();
  if (database) await closeDatabase(database);
  await server?.stop();
});

/** `notified` resolves a moment after a change was announced, when others that listen have heard of it too. */
async function listenForChanges() {
  const listener = new pg.Client(server.urlFor('postgres', 'for-tests'));
  await listener.connect();
  await listener.query('listen pgrst');
  return { listener, notified: once(listener, 'notification').then(() => sleep(200)) };
}

/** A way to the server on which packets are dropped from `cut` on; the connections stay, and new ones are served. */
async function openProxy(): Promise<{ url: string; cut: () => void; close: () => void }> {
  const url = new URL(server.urlFor('postgres', 'for-tests'));
  const port = Number(url.port);
  const links: (() => void)[] = [];
  const proxy = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1');
    for (const socket of [incoming, outgoing]) socket.on('error', () => {});
    incoming.pipe(outgoing).pipe(incoming);
    links.push(() => {
      incoming.unpipe(outgoing);
      outgoing.unpipe(incoming);
      for (const socket of [incoming, outgoing]) socket.pause();
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  url.port = String((proxy.address() as AddressInfo).port);
  return { url: url.href, cut: () => links.splice(0).forEach((cut) => cut()), close: () => proxy.close() };
}

async function keep(schemas: readonly string[] = ['public']): Promise<KeptSchema> {
  kept = await keepSchema(database, schemas, () => new Date(clock));
  return kept;
}

const columnsOf = (caches: SchemaCaches) => [...(caches.get('public')?.tables.get('things')?.columns.keys() ?? [])];

test('a change of a table is known without an error, and without a clock', async () => {
  const { withSchema } = await keep();
  expect(await withSchema(columnsOf)).toEqual(['id']);
  await owner.query('alter table public.things add column name text');
  await waitFor(async () => (await withSchema(columnsOf)).includes('name'));
  await owner.query('alter table public.things drop column name');
  await waitFor(async () => !(await withSchema(columnsOf)).includes('name'));
});

/** Keeps the schema with a connection that listens through the proxy. */
async function keepBehind({ url }: { url: string }): Promise<KeptSchema> {
  kept = await keepSchema({ ...database, url }, ['public'], () => new Date(clock));
  const listening = `select from pg_stat_activity where query = 'listen "pgrst"'`;
  await waitFor(async () => (await owner.query(listening)).rowCount);
  return kept;
}

test('a change is known although the connection that listens was cut silently', LONG, async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const proxy = await openProxy();
  try {
    const { withSchema } = await keepBehind(proxy);
    await withSchema(columnsOf);
    proxy.cut();
    await owner.query('alter table public.things add column seen int');
    await vi.advanceTimersByTimeAsync(30_000);
    await vi.waitFor(async () => expect(await withSchema(columnsOf)).toContain('seen'), LONG);
  } finally {
    vi.useRealTimers();
    proxy.close();
    await owner.query('alter table public.things drop column if exists seen');
  }
});

test('statements on a listening connection that is stopped find the database not available', async () => {
  const ready = Promise.withResolvers<void>();
  const listener = listenFor(server.urlFor('postgres', 'for-tests'), 'nothing', () => ready.resolve());
  await ready.promise;
  const answers = ['select pg_sleep(5)', 'select 1'].map((text) =>
    listener.query(text).catch((error: unknown) => error),
  );
  await sleep(100);
  await listener.stop();
  for (const answer of answers) expect(await answer).toBeInstanceOf(DatabaseUnavailable);
});

test('a stop does not wait for a server that does not answer', async () => {
  const proxy = await openProxy();
  const { stop } = await keepBehind(proxy);
  proxy.cut();
  expect(await stop()).toBeUndefined();
  kept = null;
  proxy.close();
});

test('a temporary table notifies nothing', async () => {
  const heard: (string | undefined)[] = [];
  owner.on('notification', ({ payload }) => heard.push(payload));
  await owner.query('listen pgrst');
  await owner.query('create temporary table passing (id int); drop table passing');
  await owner.query('create table public.staying (id int); drop table public.staying');
  await waitFor(() => heard.length > 0);
  await owner.query(`unlisten pgrst`);
  // PostgreSQL sends equal notifications of one transaction once.
  expect(heard).toEqual(['reload schema']);
});

test('without event triggers a change is seen by the version, and a notification reloads', async () => {
  await owner.query('alter event trigger pgrst_ddl_watch disable; alter event trigger pgrst_drop_watch disable');
  try {
    const { withSchema } = await keep();
    expect(await withSchema(columnsOf)).toEqual(['id']);
    await owner.query('alter table public.things add column size int');
    clock += 1_001;
    expect(await withSchema(columnsOf)).toEqual(['id', 'size']);
    await owner.query('alter table public.things drop column size');
    await owner.query(`notify pgrst, 'reload schema'`);
    await waitFor(async () => (await withSchema(columnsOf)).length === 1);
    // Notifications that are under way would hide a clock that is set back.
    await sleep(200);
    await withSchema(columnsOf);
    await owner.query('alter table public.things add column weight int');
    clock -= 3_600_000;
    expect(await withSchema(columnsOf)).toEqual(['id', 'weight']);
  } finally {
    await owner.query('alter table public.things drop column if exists weight');
    await owner.query('alter event trigger pgrst_ddl_watch enable; alter event trigger pgrst_drop_watch enable');
  }
});

test('a changed schema is read for all, also where the caller who asks first has all the connections that it may have', async () => {
  const { withSchema } = await keep();
  await withSchema(columnsOf);
  const { listener, notified } = await listenForChanges();
  await owner.query('alter table public.things add column later int');
  await notified;
  await listener.end();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const busy = Array.from({ length: CONNECTIONS.site - 1 }, () =>
    asCurrentCaller('one', () => asCaller(database, ANONYMOUS, {}, (query) => query('select 1').then(() => released))),
  );
  const first = asCurrentCaller('one', () => withSchema(columnsOf));
  const other = asCurrentCaller('other', () => withSchema(columnsOf));
  const columns = await Promise.race([other, sleep(3000, 'late')]);
  release();
  await Promise.all([first, ...busy]);
  await owner.query('alter table public.things drop column later');
  expect(columns).toEqual(['id', 'later']);
});

test('a reload that failed is tried again, also when the connection that listens was lost meanwhile', async () => {
  const { withSchema } = await keep();
  const hasTemper = (caches: SchemaCaches) => caches.get('public')?.types.has('temper');
  await owner.query('alter table public.things add column heard int');
  await waitFor(async () => (await withSchema(columnsOf)).includes('heard'));
  await owner.query('alter table public.things drop column heard');
  await waitFor(async () => !(await withSchema(columnsOf)).includes('heard'));
  // Types of this schema are not part of the version.
  await owner.query('create schema if not exists extensions; drop type if exists extensions.temper');
  const { listener: locker, notified } = await listenForChanges();
  await owner.query(`create type extensions.temper as enum ('fine')`);
  await notified;
  await locker.query('begin; lock table pg_event_trigger in access exclusive mode');
  const failing = withSchema(hasTemper);
  const listening = `application_name like '%listener for pgrst' and state = 'idle' and query like 'listen%'`;
  const ended = await owner.query(
    `select pid, pg_terminate_backend(pid, 5000) from pg_stat_activity where ${listening}`,
  );
  const again = `select from pg_stat_activity where ${listening} and pid <> all ($1::int[])`;
  await waitFor(async () => (await owner.query(again, [ended.rows.map(({ pid }) => pid)])).rowCount);
  expect(await failing).toBe(false);
  await locker.end();
  expect(await withSchema(hasTemper)).toBe(true);
});

test('a name that no schema has is looked up again only after a change', async () => {
  const { withSchema } = await keep();
  let plans = 0;
  const plan = () => {
    plans += 1;
    throw new RestError('TableNotFound', { schema: 'public', name: 'nothing' });
  };
  clock += 1_001;
  await expect(withSchema(plan)).rejects.toThrow('Could not find the table');
  expect(plans).toBe(1);
});

test('each schema has its own tables, functions and types', async () => {
  await owner.query(`create schema api; grant usage on schema api to anon;
    create type api.mood as enum ('fine'); create table api.notes (id int, mood api.mood);
    create function api.greet(name text) returns text language sql as 'select name'`);
  const { withSchema } = await keep(['public', 'api']);
  const [tables, routines, types] = await withSchema((caches) => {
    const api = caches.get('api');
    return [[...(api?.tables.keys() ?? [])], [...(api?.routines.keys() ?? [])], api?.types.get('mood')];
  });
  expect([tables, routines, types]).toEqual([['notes'], ['greet'], 'mood']);
  expect(await withSchema((caches) => caches.get('public')?.tables.has('notes'))).toBe(false);
});
