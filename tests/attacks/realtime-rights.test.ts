import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RawSocket, openRawSocket } from '../support/raw-socket.ts';
import { type RealtimeChange, type Followed, OPEN_REALTIME, follow, startToFollow } from '../support/realtime.ts';
import { type Client, type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

const TABLES = `
  create table public.papers (id uuid primary key default gen_random_uuid(), owner uuid, body text not null, secret text,
    is_public boolean not null default false);
  alter table public.papers enable row level security;
  create policy own on public.papers for select to authenticated using (owner = auth.uid());
  create policy everybody on public.papers for select to anon, authenticated using (is_public);
  revoke all on public.papers from anon;
  grant select (id, body, is_public) on public.papers to anon;
  create table public.internal (id int primary key, body text);
  revoke all on public.internal from anon, authenticated;
  create table public.marks (n int primary key);
  -- Whoever is among the slow is checked for a second.
  create table public.slow (id uuid primary key);
  grant select on public.slow to authenticated;
  create function public.is_slow() returns boolean language plpgsql security definer as $$
  begin
    if exists (select from public.slow where id = auth.uid()) then
      perform pg_sleep(1);
    end if;
    return true;
  end $$;
  create policy everybody_reads on realtime.messages for select to authenticated using (public.is_slow());
  create table public.slow_papers (id int primary key, owner uuid);
  alter table public.slow_papers enable row level security;
  create policy own on public.slow_papers for select to authenticated using (public.is_slow() and owner = auth.uid());
  alter publication supabase_realtime add table public.papers, public.internal, public.marks, public.slow_papers;`;

let app: TestApp;
let asha: Client;
let ravi: Client;
let mark = 0;
const sockets: RawSocket[] = [];

beforeAll(async () => {
  app = await startTestApp({ env: OPEN_REALTIME });
  await app.query(TABLES);
  [asha, ravi] = [await app.signIn({ admin: false }), await app.signIn({ admin: false })];
});
afterAll(async () => {
  for (const { ws } of sockets) ws.terminate();
  for (const client of [asha, ravi, app?.anon]) await client?.removeAllChannels();
  await app?.stop();
});

const idOf = async (client: Client) => (await client.auth.getUser()).data.user?.id ?? '';
async function addPaper(fields: { owner?: string; is_public?: boolean; body?: string } = {}): Promise<string> {
  const { owner = null, is_public: isPublic = false, body = 'a paper' } = fields;
  const [row] = await app.query(
    `insert into public.papers (owner, is_public, body, secret) values ($1, $2, $3, 'secret') returning id`,
    [owner, isPublic, body],
  );
  return String(row?.['id']);
}
const PAPERS = [{ table: 'papers' }, { table: 'marks' }];
/** Changes of papers that have come, after a change that everybody sees. */
async function settle({ changes }: Followed): Promise<RealtimeChange[]> {
  mark += 1;
  await app.query('insert into public.marks values ($1)', [mark]);
  await waitFor(() => changes.some((change) => 'n' in change.new && change.new['n'] === mark));
  return changes.splice(0).filter(({ table }) => table !== 'marks');
}
async function openSocket(apikey = app.anonKey): Promise<RawSocket> {
  const socket = await openRawSocket(app.url, { apikey });
  sockets.push(socket);
  return socket;
}
const joinWith = (changes: object[], token?: string) => ({
  config: { postgres_changes: changes },
  ...(token && { access_token: token }),
});

describe('rows that the subscriber may not read', () => {
  test('are not told, and of a deleted one only the key', async () => {
    const [hers, his, nobodys] = [
      await follow(asha, ...PAPERS),
      await follow(ravi, ...PAPERS),
      await follow(app.anon, ...PAPERS),
    ];
    const id = await addPaper({ owner: await idOf(asha) });
    await app.query(`update public.papers set body = 'changed' where id = $1`, [id]);
    await waitFor(() => hers.changes.some(({ eventType }) => eventType === 'UPDATE'));
    await app.query('delete from public.papers where id = $1', [id]);
    expect((await settle(hers)).map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'DELETE']);
    for (const others of [his, nobodys]) {
      const changes = await settle(others);
      expect(changes).toHaveLength(1);
      expect(changes[0]).toMatchObject({ eventType: 'DELETE', new: {}, old: { id } });
      expect(Object.keys(changes[0]?.old ?? {})).toEqual(['id']);
    }
  });

  test('columns without the right to them are in no record and cannot be filtered by', async () => {
    const followed = await follow(app.anon, ...PAPERS);
    await addPaper({ is_public: true });
    const [change] = await settle(followed);
    expect(Object.keys(change?.new ?? {})).toEqual(['id', 'body', 'is_public']);
    for (const filter of ['secret=eq.secret', 'secret=like.s%', 'owner=is.null']) {
      const filtered = startToFollow(app.anon, { table: 'papers', filter });
      const message = await waitFor(() => filtered.system[0]);
      expect(message, filter).toMatchObject({ status: 'error', message: expect.stringContaining('permission denied') });
    }
    const selected = await follow(app.anon, { table: 'papers', select: ['id', 'secret'] }, { table: 'marks' });
    await addPaper({ is_public: true });
    expect(Object.keys((await settle(selected))[0]?.new ?? {})).toEqual(['id']);
  });

  test('of a table without any right are not told', async () => {
    const followed = await follow(app.anon, { table: 'internal' }, { table: '*' });
    await app.query(`insert into public.internal values (1, 'secret')`);
    await app.query(`delete from public.internal`);
    expect(await settle(followed)).toEqual([]);
  });

  test('are not told once the row or the policy has changed, nor what was in them before', async () => {
    const followed = await follow(app.anon, ...PAPERS);
    const id = await addPaper({ body: 'a draft' });
    await app.query(`begin; update public.papers set body = 'a secret draft' where id = '${id}';
      update public.papers set body = 'published', is_public = true where id = '${id}'; commit`);
    const published = await settle(followed);
    expect(published.length).toBeGreaterThan(0);
    expect(new Set(published.map((change) => 'body' in change.new && change.new['body']))).toEqual(
      new Set(['published']),
    );
    await app.query(`update public.papers set body = 'withdrawn', is_public = false where id = $1`, [id]);
    expect(await settle(followed)).toEqual([]);
    await app.query(`update public.papers set is_public = true where id = $1`, [id]);
    expect(await settle(followed)).toHaveLength(1);
    await app.query('alter policy everybody on public.papers to authenticated');
    await app.query(`update public.papers set body = 'again' where id = $1`, [id]);
    expect(await settle(followed)).toEqual([]);
    await app.query('alter policy everybody on public.papers to anon, authenticated');
    await app.query('revoke select on public.papers from anon');
    await app.query(`update public.papers set body = 'and again' where id = $1`, [id]);
    expect(await settle(followed)).toEqual([]);
    await app.query('grant select (id, body, is_public) on public.papers to anon');
  });

  test.each([
    `id=eq.' or '1'='1`,
    `id=eq.00000000-0000-0000-0000-000000000000' or true --`,
    `id") or true --=eq.1`,
    `id=eq.1,(select 1)=eq.1`,
    `is_public=eq.true) or (true`,
    `is_public=is.not null`,
    `id::text=eq.a`,
    `body=eq.a\u0000b`,
    // An error of PostgreSQL in the first row of any subscriber.
    `body=like.a\\`,
  ])('the filter %s is refused and shows nothing', async (filter) => {
    const socket = await openSocket();
    const { status } = await socket.ask(
      'realtime:injection',
      'phx_join',
      joinWith([{ event: '*', schema: 'public', table: 'papers', filter }]),
    );
    expect(status).toBe('ok');
    expect(await socket.hear('realtime:injection', 'system')).toMatchObject({
      status: 'error',
      extension: 'postgres_changes',
    });
    const marks = await follow(app.anon, { table: 'marks' });
    await addPaper();
    await settle(marks);
    expect(socket.frames.filter(({ event }) => event === 'postgres_changes')).toEqual([]);
    expect(await app.query('select from public.papers')).not.toEqual([]);
  });

  test('names of schemas, tables and columns are no SQL', async () => {
    const socket = await openSocket();
    const odd = [
      { event: '*', schema: `public"; drop table public.papers; --`, table: 'papers' },
      { event: '*', schema: 'public', table: `papers" where true --` },
      { event: '*', schema: 'auth', table: 'users' },
      { event: '*', schema: 'realtime', table: 'messages' },
    ];
    for (const [n, changes] of odd.entries()) {
      await socket.ask(`realtime:odd-${n}`, 'phx_join', joinWith([changes]));
      expect(await socket.hear(`realtime:odd-${n}`, 'system')).toMatchObject({ status: 'error' });
    }
    expect(await app.query('select from public.papers limit 1')).toHaveLength(1);
  });

  test('regular expressions of anonymous subscribers are refused', async () => {
    const followed = startToFollow(app.anon, { table: 'papers', filter: 'body=match.(a+)+$' });
    expect(await waitFor(() => followed.system[0])).toMatchObject({ status: 'error' });
  });
});

describe('a subscription whose token has ended', () => {
  const SUB = [{ event: '*', schema: 'public', table: 'papers' }];
  const isChecking = async () =>
    (await app.query(`select from pg_stat_activity where wait_event = 'PgSleep'`)).length > 0;
  const tokenOf = async (client: Client) => (await client.auth.getSession()).data.session?.access_token ?? '';
  async function sign(claims: Record<string, unknown>): Promise<string> {
    const { keys } = JSON.parse(await readFile(join(app.dataFolder, 'secrets.json'), 'utf8'));
    return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(keys.jwtSecret));
  }

  test('by time is closed', async () => {
    const socket = await openSocket();
    // Tokens are accepted for 30 s after their end, for clocks that differ.
    const exp = Math.floor(Date.now() / 1000) - 27;
    const token = await sign({ role: 'authenticated', sub: await idOf(asha), exp });
    expect((await socket.ask('realtime:t', 'phx_join', joinWith(SUB, token))).status).toBe('ok');
    await socket.hear('realtime:t', 'phx_close');
    expect(socket.frames.findLast(({ event }) => event === 'system')?.payload).toMatchObject({
      status: 'error',
      message: expect.stringContaining('expired'),
    });
    const id = await addPaper({ owner: await idOf(asha) });
    await app.query('delete from public.papers where id = $1', [id]);
    await settle(await follow(ravi, { table: 'marks' }));
    expect(socket.frames.filter(({ event }) => event === 'postgres_changes')).toEqual([]);
  });

  test('by signing out is closed, and cannot be opened again', async () => {
    const client = await app.signIn({ admin: false });
    const token = await tokenOf(client);
    const socket = await openSocket();
    expect((await socket.ask('realtime:t', 'phx_join', joinWith(SUB, token))).status).toBe('ok');
    await client.auth.signOut({ scope: 'global' });
    await socket.hear('realtime:t', 'phx_close');
    const again = await socket.ask('realtime:t', 'phx_join', joinWith(SUB, token), '2');
    expect(again).toMatchObject({ status: 'error', response: { reason: expect.stringContaining('session') } });
  });

  test('by a ban is closed', async () => {
    const client = await app.signIn({ admin: false });
    const socket = await openSocket();
    expect((await socket.ask('realtime:t', 'phx_join', joinWith(SUB, await tokenOf(client)))).status).toBe('ok');
    await app.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      await idOf(client),
    ]);
    await socket.hear('realtime:t', 'phx_close');
  });

  test('while the rights of the token were read is closed', async () => {
    const client = await app.signIn({ admin: false });
    await app.query('insert into public.slow values ($1)', [await idOf(client)]);
    const socket = await openSocket();
    const config = { private: true };
    const joined = await socket.ask('realtime:t', 'phx_join', { config, access_token: await tokenOf(asha) });
    expect(joined.status).toBe('ok');
    socket.send('1', '9', 'realtime:t', 'access_token', { access_token: await tokenOf(client) });
    await waitFor(isChecking);
    await client.auth.signOut({ scope: 'global' });
    await socket.hear('realtime:t', 'phx_close');
    expect(socket.frames.find(({ event }) => event === 'system')?.payload).toMatchObject({
      message: expect.stringContaining('session has ended'),
    });
  });

  test('while a join reads the rights of the token is noticed, also when the database cannot tell', async () => {
    const client = await app.signIn({ admin: false });
    const [id, token] = [await idOf(client), await tokenOf(client)];
    await app.query('insert into public.slow values ($1)', [id]);
    const socket = await openSocket();
    const joined = socket.ask('realtime:t', 'phx_join', { config: { private: true }, access_token: token });
    await waitFor(isChecking);
    // One message to the server: the connection that listens is opened again half a second later.
    await app.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where application_name like '% listener for realtime'; delete from auth.sessions where user_id = '${id}'`);
    expect(await joined).toMatchObject({ status: 'error', response: { reason: expect.stringContaining('lost') } });
  });

  test('is not assumed when the connection with the database is lost during the check: the client joins again', async () => {
    const client = await app.signIn({ admin: false });
    await app.query('insert into public.slow values ($1)', [await idOf(client)]);
    const socket = await openSocket();
    const config = { private: true };
    await socket.ask('realtime:t', 'phx_join', { config, access_token: await tokenOf(asha) });
    socket.send('1', '9', 'realtime:t', 'access_token', { access_token: await tokenOf(client) });
    await waitFor(isChecking);
    await app.query(`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`);
    await socket.hear('realtime:t', 'phx_error');
    expect(socket.frames.map(({ event }) => event)).not.toContain('phx_close');
  });

  test('is sent no row that was read for the caller of the token before', async () => {
    const client = await app.signIn({ admin: false });
    const owner = await idOf(client);
    await app.query('insert into public.slow values ($1)', [owner]);
    const socket = await openSocket();
    const changes = ['slow_papers', 'marks'].map((table) => ({ event: '*', schema: 'public', table }));
    expect((await socket.ask('realtime:t', 'phx_join', joinWith(changes, await tokenOf(client)))).status).toBe('ok');
    await app.query('insert into public.slow_papers values (1, $1)', [owner]);
    await waitFor(isChecking);
    socket.send('1', '9', 'realtime:t', 'access_token', { access_token: await tokenOf(asha) });
    const marks = await follow(ravi, { table: 'marks' });
    await settle(marks);
    const told = () => socket.frames.filter(({ event }) => event === 'postgres_changes').map(({ payload }) => payload);
    await waitFor(() => told().length > 0);
    expect(told()).toMatchObject([{ data: { table: 'marks' } }]);
  });

  test('neither sends nor shows presences that the token after it may not', async () => {
    const hidden = await idOf(ravi);
    await app.query(`create policy everybody_writes on realtime.messages for insert to authenticated with check (true);
      create policy presences on realtime.messages as restrictive for all to authenticated
        using (extension <> 'presence' or auth.uid() <> '${hidden}')`);
    const [socket, other] = [await openSocket(), await openSocket()];
    const joining = { config: { private: true, presence: { enabled: true } }, access_token: await tokenOf(asha) };
    const track = { type: 'presence', event: 'track', payload: {} };
    for (const one of [socket, other]) {
      expect((await one.ask('realtime:p', 'phx_join', joining)).status).toBe('ok');
      await one.hear('realtime:p', 'presence_state');
    }
    const told = ({ frames }: RawSocket) => frames.filter(({ event }) => event === 'presence_diff');
    expect((await socket.ask('realtime:p', 'presence', track)).status).toBe('ok');
    await waitFor(() => told(other).length === 1);
    await waitFor(() => told(socket).length === 1);
    socket.send('1', '9', 'realtime:p', 'access_token', { access_token: await tokenOf(ravi) });
    await waitFor(() => told(other).length === 2);
    expect((await other.ask('realtime:p', 'presence', track)).status).toBe('ok');
    await waitFor(() => told(other).length === 3);
    await socket.ask('phoenix', 'heartbeat', {});
    expect(told(socket)).toHaveLength(1);
  });

  test('is closed by a worse token, and goes on with a better one', async () => {
    const client = await app.signIn({ admin: false });
    const owner = await idOf(client);
    const socket = await openSocket();
    expect((await socket.ask('realtime:t', 'phx_join', joinWith(SUB))).status).toBe('ok');
    socket.send('1', '9', 'realtime:t', 'access_token', { access_token: await tokenOf(client) });
    const told = async () => {
      await addPaper({ owner });
      return socket.frames.some(({ event }) => event === 'postgres_changes');
    };
    await waitFor(told);
    socket.send('1', '10', 'realtime:t', 'access_token', { access_token: `${await tokenOf(client)}x` });
    await socket.hear('realtime:t', 'phx_close');
  });

  test.each([
    [
      'of another key',
      async () => new SignJWT({ role: 'service_role' }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.alloc(32, 1)),
    ],
    ['that is none', async () => 'not a token'],
    ['of an unknown role', () => sign({ role: 'postgres' })],
    ['of a session that never was', () => sign({ role: 'authenticated', sub: randomUUID(), session_id: randomUUID() })],
    ['that has expired', () => sign({ role: 'authenticated', exp: Math.floor(Date.now() / 1000) - 60 })],
    [
      'without a signature',
      async () =>
        `${btoa('{"alg":"none"}').replaceAll('=', '')}.${btoa('{"role":"service_role"}').replaceAll('=', '')}.`,
    ],
  ])('a token %s joins nothing', async (_which, make) => {
    const socket = await openSocket();
    const answer = await socket.ask('realtime:t', 'phx_join', joinWith(SUB, await make()));
    expect(answer).toMatchObject({ status: 'error', response: { reason: expect.stringContaining('InvalidJWTToken') } });
  });
});
