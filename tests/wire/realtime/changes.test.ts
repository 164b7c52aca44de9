import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '@supabase/supabase-js';
import { type RealtimeChange, type Followed, OPEN_REALTIME, follow, startToFollow } from '../../support/realtime.ts';
import { type Client, type TestApp, startTestApp } from '../../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

/** Tables of the test, in the publication as migrations put them there. */
const TABLES = `
  create table public.notes (id uuid primary key default gen_random_uuid(), owner uuid, body text not null, secret text,
    rank int8, tags text[], done boolean not null default false, at timestamptz not null default now());
  alter table public.notes enable row level security;
  create policy own on public.notes for all to authenticated using (owner = auth.uid()) with check (owner = auth.uid());
  create policy done on public.notes for select to anon using (done);
  create table public.pairs (a int, b text, note text, primary key (b, a));
  create table public.unpublished (id int primary key);
  alter publication supabase_realtime add table public.notes, public.pairs;`;

let app: TestApp;
let asha: Client;
const connections: pg.Client[] = [];

beforeAll(async () => {
  app = await startTestApp({ env: OPEN_REALTIME });
  await app.query(TABLES);
  asha = await app.signIn({ admin: false });
});
afterEach(async () => {
  for (const client of connections.splice(0)) await client.end();
  for (const client of [asha, app.anon, app.service]) await client.removeAllChannels();
});
afterAll(() => app?.stop());

const idOf = async (client: Client) => (await client.auth.getUser()).data.user?.id ?? '';
const makeNote = async (fields: Record<string, unknown> = {}): Promise<string> => {
  const id = randomUUID();
  const note = { id, body: 'a note', ...fields };
  const names = Object.keys(note);
  await app.query(
    `insert into public.notes (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
    Object.values(note),
  );
  return id;
};
/** Makes a change that everybody may see, and waits for it: by then all earlier changes have come. */
async function settle(followed: Followed): Promise<RealtimeChange[]> {
  const note = randomUUID();
  await app.query(`insert into public.pairs values ((random() * 1e9)::int, gen_random_uuid()::text, $1)`, [note]);
  await waitFor(() => followed.changes.some((change) => 'note' in change.new && change.new['note'] === note));
  return followed.changes.splice(0).filter(({ table }) => table !== 'pairs');
}
const PAIRS = { table: 'pairs' };
const lastOf = async (followed: Followed, eventType: string): Promise<RealtimeChange> =>
  waitFor(() => followed.changes.findLast((change) => change.eventType === eventType && change.table === 'notes'));

async function connect(): Promise<pg.Client> {
  const { databasePort: port } = JSON.parse(await readFile(join(app.dataFolder, 'running.json'), 'utf8'));
  const { databasePassword: password } = JSON.parse(await readFile(join(app.dataFolder, 'secrets.json'), 'utf8'));
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' });
  await client.connect();
  connections.push(client);
  return client;
}

describe('changes of a table', () => {
  test('insert, update and delete reach the owner of the row, with converted values', async () => {
    const followed = await follow(asha, { table: 'notes' }, PAIRS);
    const owner = await idOf(asha);
    const id = await makeNote({ owner, rank: 7, tags: ['a', 'b,c'], secret: 'mine' });
    const inserted = await lastOf(followed, 'INSERT');
    expect(inserted).toMatchObject({ schema: 'public', table: 'notes', errors: null, old: {} });
    expect(inserted.new).toMatchObject({ id, owner, body: 'a note', rank: 7, tags: ['a', 'b,c'], done: false });
    expect(Date.parse(inserted.commit_timestamp)).toBeGreaterThan(Date.now() - 60_000);
    await app.query('update public.notes set body = $2 where id = $1', [id, 'changed']);
    expect(await lastOf(followed, 'UPDATE')).toMatchObject({ new: { id, body: 'changed' }, old: { id } });
    await app.query('delete from public.notes where id = $1', [id]);
    expect(await lastOf(followed, 'DELETE')).toMatchObject({ new: {}, old: { id } });
    expect(await settle(followed)).toHaveLength(3);
  });

  test('keys of several columns, and a changed key, are told', async () => {
    const followed = await follow(app.anon, PAIRS);
    const b = randomUUID();
    await app.query('insert into public.pairs values (1, $1, null), (2, $1, null)', [b]);
    await waitFor(() => followed.changes.length === 2);
    expect(followed.changes.map((change) => change.new)).toEqual([1, 2].map((a) => ({ a, b, note: null })));
    await app.query('update public.pairs set a = 3 where a = 1 and b = $1', [b]);
    await waitFor(() => followed.changes.length === 3);
    expect(followed.changes[2]).toMatchObject({ eventType: 'UPDATE', new: { a: 3, b }, old: { a: 1, b } });
    await app.query('delete from public.pairs where b = $1', [b]);
    await waitFor(() => followed.changes.length === 5);
    expect(followed.changes.slice(3).map((change) => change.old)).toEqual([2, 3].map((a) => ({ a, b })));
  });

  test('events, schemas, filters and columns are chosen by the subscriber', async () => {
    const followed = await follow(
      app.service,
      { event: 'INSERT', table: 'notes', filter: 'body=eq."x,y"', select: ['id', 'body'] },
      { event: 'UPDATE', schema: '*', table: 'notes', filter: 'rank=in.(1,2),body=not.like.a%' },
      PAIRS,
    );
    await makeNote({ body: 'x' });
    const id = await makeNote({ body: 'x,y' });
    // Before it changes: the filter sees the row as it is when the change is sent.
    const inserted = await settle(followed);
    expect(inserted).toMatchObject([{ eventType: 'INSERT', new: { id } }]);
    expect(Object.keys(inserted[0]?.new ?? {})).toEqual(['id', 'body']);
    await app.query('update public.notes set rank = 2 where id = $1', [id]);
    await app.query('update public.notes set rank = 3 where id = $1', [id]);
    await app.query(`update public.notes set rank = 2, body = 'a' where id = $1`, [id]);
    const updated = await settle(followed);
    expect(updated.filter(({ eventType }) => eventType !== 'UPDATE')).toEqual([]);
    expect(updated.length).toBeLessThanOrEqual(1);
  });

  test.each(['1.0.0', '2.0.0'])('protocol version %s is spoken', async (vsn) => {
    const client = createClient(app.url, app.anonKey, { realtime: { vsn } });
    const followed = await follow(client, PAIRS);
    await settle(followed);
    expect(await client.removeAllChannels()).toEqual(['ok']);
  });

  test('a table that is not published is told to the subscriber; a client that waits for it gets an error', async () => {
    const followed = startToFollow(app.anon, { table: 'unpublished' });
    const message = await waitFor(() => followed.system[0]);
    expect(message).toMatchObject({ extension: 'postgres_changes', status: 'error' });
    expect(message.message).toContain('Please check Realtime is enabled');
    const config = { postgres_changes_options: { wait: true } };
    const waiting = startToFollow(app.anon, { config, filters: [{ table: 'unpublished' }] });
    await waitFor(() => waiting.statuses.includes('CHANNEL_ERROR'));
    expect(waiting.errors[0]?.message).toContain('Please check Realtime is enabled');
    await app.anon.removeChannel(waiting.channel);
  });

  test('a table that is published at run time is followed, and no longer once it is withdrawn', async () => {
    await app.query('create table public.later (id int primary key)');
    const wildcard = await follow(app.anon, { table: '*' });
    await app.query('alter publication supabase_realtime add table public.later');
    const followed = await follow(app.anon, { table: 'later' }, PAIRS);
    await app.query('insert into public.later values (1)');
    expect(await settle(followed)).toHaveLength(1);
    await waitFor(() => wildcard.changes.some(({ table }) => table === 'later'));
    await app.query('alter publication supabase_realtime drop table public.later');
    await app.query('insert into public.later values (2)');
    expect(await settle(followed)).toEqual([]);
    const triggers = await app.query(`select from pg_trigger where tgrelid = 'public.later'::regclass`);
    expect(triggers).toEqual([]);
  });

  test('a migration may make the publication anew, as the guides of Supabase do', async () => {
    const followed = await follow(app.anon, PAIRS);
    await app.query('drop publication if exists supabase_realtime');
    const triggers = `select from pg_trigger where tgrelid = 'public.pairs'::regclass`;
    expect(await app.query(triggers)).toEqual([]);
    await app.query('insert into public.pairs values (8, $1)', ['not told']);
    await app.query('create publication supabase_realtime for table public.notes, public.pairs');
    expect(await app.query(triggers)).toHaveLength(3);
    expect(await settle(followed)).toEqual([]);
    expect(followed.changes).toEqual([]);
  });

  test('a row that one transaction inserts, deletes and inserts again is inserted last', async () => {
    const followed = await follow(app.anon, PAIRS);
    await app.query(`do $$ begin
      for n in 100..119 loop
        insert into public.pairs values (n, 'again', null);
        delete from public.pairs where a = n;
        insert into public.pairs values (n, 'again', null);
      end loop;
    end $$`);
    await app.query(`insert into public.pairs values (120, 'after', null)`);
    await waitFor(() => followed.changes.some((change) => 'a' in change.new && change.new['a'] === 120));
    const last = new Map(followed.changes.map((change) => [{ ...change.old, ...change.new }['a'], change.eventType]));
    expect([...last.values()]).toEqual(Array.from({ length: 21 }, () => 'INSERT'));
  });

  test('of a record that is too large only the short values are told', async () => {
    const followed = await follow(app.anon, PAIRS);
    await app.query(`insert into public.pairs values (5, 'large', repeat('x', 300000))`);
    const change = await waitFor(() => followed.changes[0]);
    expect(change.new).toEqual({ a: 5, b: 'large' });
    expect(change.errors).toEqual(['Error 413: Payload Too Large']);
    await app.query('delete from public.pairs');
  });

  test('a statement with very many rows makes the subscriber join again', async () => {
    const followed = await follow(app.anon, PAIRS);
    const add = (from: number, to: number) =>
      app.query(`insert into public.pairs select n, 'many' from generate_series(${from}, ${to}) n`);
    await add(1, 3000);
    await waitFor(() => followed.changes.length === 3000);
    expect(followed.statuses).toEqual(['SUBSCRIBED']);
    await add(3001, 8001);
    await waitFor(() => followed.statuses.length >= 3);
    expect(followed.statuses).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED']);
    await settle(followed);
  });

  test('SUBSCRIBED comes after writers that found nobody subscribed; all that commit later are told', async () => {
    const [early, late] = [await connect(), await connect()];
    const locksOf = (state: string) =>
      app.query(`select from pg_locks where locktype = 'advisory' and classid in (727101019, 727101020) and ${state}`);
    await waitFor(async () => (await locksOf('granted')).length === 0);
    await late.query('begin isolation level repeatable read; select 1 from public.pairs');
    await early.query('begin');
    await early.query(`insert into public.pairs values (77, 'early', null)`);
    const followed = startToFollow(app.anon, PAIRS);
    await waitFor(async () => (await locksOf('not granted')).length > 0);
    expect(followed.statuses).toEqual([]);
    await early.query('commit');
    await waitFor(() => followed.statuses.includes('SUBSCRIBED'));
    await late.query(`insert into public.pairs values (78, 'late', null)`);
    await late.query('commit');
    await waitFor(() => followed.changes.some((change) => 'a' in change.new && change.new['a'] === 78));
    expect(followed.changes).toHaveLength(1);
  });
});
