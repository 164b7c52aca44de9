import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RealtimeChannel, type SupabaseClient, createClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TwoMachines, startTwoMachines } from './two-machines-set-up.ts';
import type { Database } from '#contract/database.types.ts';
import { type AppProcess } from '../support/app-process.ts';
import { hashCheaply } from '#backend-tests/support/password-hash.ts';
import { type MailBox, openMailBox } from '#backend-tests/support/smtp.ts';
import { OPEN_REALTIME, follow } from '../support/realtime.ts';
import { linkIn } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { tryStart } from './try-start.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

const AT_ONCE = { timeout: 5000, interval: 20 };
const PASSWORD = 'a long password';

let smtp: MailBox;
let two: TwoMachines;
let machines: TwoMachines['machines'];
let keys: TwoMachines['keys'];
const subscribers: SupabaseClient[] = [];

beforeAll(async () => {
  smtp = await openMailBox();
  two = await startTwoMachines({ SMTP_URL: smtp.url, TRUST_PROXY: 'true', ...OPEN_REALTIME });
  ({ machines, keys } = two);
});
afterAll(async () => {
  await two?.stop();
  await smtp?.stop();
});

const query = (sql: string) => two.query(sql);
const clientOf = (machine: AppProcess, key = keys.anonKey, address = '198.51.100.7') =>
  createClient<Database>(machine.url, key, {
    auth: { persistSession: false, autoRefreshToken: false, storageKey: randomUUID() },
    global: { headers: { 'X-Forwarded-For': address } },
  });
const serviceOf = (machine: AppProcess) => clientOf(machine, keys.serviceRoleKey);

test('a machine with other keys does not start, and says what to do', async () => {
  const other = await mkdtemp(join(tmpdir(), 'machine-'));
  const { code, output } = await tryStart({ ...two.env, DATA_DIR: other });
  const { keys: otherKeys } = JSON.parse(await readFile(join(other, 'secrets.json'), 'utf8'));
  await rm(other, { recursive: true, force: true });
  expect(code).toBe(1);
  expect(output).toContain('are not those with which the database at DATABASE_URL is used');
  expect(output).toContain('Copy secrets.json from the DATA_DIR of the machine that was set up first');
  expect(output).not.toContain(otherKeys.jwtSecret);
  expect(output).not.toMatch(/for-tests|\n {4}at /);
});

test('a picture uploaded on one machine is on the other, whole and resized', async () => {
  const [one, other] = machines;
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#345' } })
    .jpeg()
    .toBuffer();
  const media = serviceOf(one).storage.from('media');
  expect((await media.upload('shared.jpg', picture, { contentType: 'image/jpeg' })).error).toBeNull();
  const read = async (machine: AppProcess, kind: string) => {
    const answer = await fetch(`${machine.url}/storage/v1/${kind}/public/media/shared.jpg?width=240&format=origin`);
    return Buffer.from(await answer.arrayBuffer());
  };
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(hash(await read(other, 'object'))).toBe(hash(await read(one, 'object')));
  expect((await sharp(await read(other, 'render/image')).metadata()).width).toBe(240);
  const filesOf = async (folder: string) =>
    (await readdir(join(folder, 'storage'), { recursive: true })).filter((name) =>
      /objects.*[0-9a-f-]{36}$/.test(name),
    );
  for (const folder of two.folders) expect(await filesOf(folder)).toEqual([]);

  expect((await serviceOf(other).storage.from('media').remove(['shared.jpg'])).error).toBeNull();
  expect((await fetch(`${one.url}/storage/v1/object/public/media/shared.jpg`)).status).toBe(400);
  await expect.poll(two.s3.keys).toEqual([]);
});

test('a save on one machine is on the pages of the other', async () => {
  const [one, other] = machines;
  const [post] = await query(`select slug from public.blog_posts where status = 'published' limit 1`);
  const shows = async ({ url }: AppProcess, title: string) =>
    (await (await fetch(`${url}/blog/${String(post?.['slug'])}`)).text()).includes(title);
  for (const [saving, reading, title] of [
    [one, other, 'Saved on the first'],
    [other, one, 'Saved on the second'],
  ] as const) {
    await shows(reading, title);
    await serviceOf(saving).from('blog_posts').update({ title }).eq('slug', String(post?.['slug'])).throwOnError();
    await expect.poll(() => shows(reading, title), AT_ONCE).toBe(true);
  }
});

test('an account of one machine signs in on the other, and its session holds on both', async () => {
  const [one, other] = machines;
  const email = `${randomUUID()}@person.example`;
  expect((await clientOf(one).auth.signUp({ email, password: PASSWORD })).error).toBeNull();
  const mail = await waitFor(() => smtp.mails().findLast(({ to }) => to === email));
  const link = new URL(linkIn(mail));
  await fetch(`${other.url}${link.pathname}${link.search}`, { redirect: 'manual' });
  const { data } = await clientOf(other).auth.signInWithPassword({ email, password: PASSWORD });
  const { access_token: token, refresh_token: refreshToken } = data.session!;
  for (const machine of machines) expect((await clientOf(machine).auth.getUser(token)).data.user?.email).toBe(email);
  const refreshed = await clientOf(one).auth.refreshSession({ refresh_token: refreshToken });
  expect(refreshed.error).toBeNull();
  await clientOf(other).auth.admin.signOut(refreshed.data.session!.access_token, 'global');
  expect(
    (await clientOf(one).auth.refreshSession({ refresh_token: refreshed.data.session!.refresh_token })).error,
  ).not.toBeNull();
  expect(smtp.mails().filter(({ to }) => to === email)).toHaveLength(1);
});

test('wrong passwords are counted on both machines together', async () => {
  const email = `${randomUUID()}@person.example`;
  const account = { email, password_hash: await hashCheaply(PASSWORD), email_confirm: true };
  expect((await serviceOf(machines[0]).auth.admin.createUser(account)).error).toBeNull();
  const codes: (string | undefined)[] = [];
  for (let n = 0; n < 14; n += 1) {
    const client = clientOf(machines[n % 2]!, keys.anonKey, '198.51.100.99');
    codes.push((await client.auth.signInWithPassword({ email, password: 'wrong password' })).error?.code);
  }
  expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(10);
  expect(codes.slice(10)).toEqual(Array.from({ length: 4 }, () => 'over_request_rate_limit'));
});

test('a repeated request for a mail is answered alike for known and unknown addresses, on any machine', async () => {
  const [one, other] = machines;
  const email = `${randomUUID()}@person.example`;
  const ask = (machine: AppProcess) =>
    clientOf(machine, keys.anonKey, '198.51.100.98').auth.resetPasswordForEmail(email);
  expect((await ask(one)).error).toBeNull();
  expect((await ask(other)).error?.code).toBe('over_email_send_rate_limit');
});

test('a changed table is known on both machines, although their login may not create event triggers', async () => {
  expect(await query('select from pg_event_trigger')).toEqual([]);
  await query('create table public.shared_notes (id int primary key); insert into public.shared_notes values (1)');
  const keysOn = async (machine: AppProcess) => {
    const { data } = await (serviceOf(machine) as unknown as SupabaseClient)
      .from('shared_notes')
      .select()
      .maybeSingle();
    return data === null ? '' : Object.keys(data as object).join();
  };
  for (const machine of machines) await waitFor(async () => (await keysOn(machine)) === 'id');
  await query('alter table public.shared_notes add column text text');
  for (const machine of machines) await waitFor(async () => (await keysOn(machine)) === 'id,text');
  await query('alter table public.shared_notes drop column id');
  for (const machine of machines) await waitFor(async () => (await keysOn(machine)) === 'text');
  await query('drop table public.shared_notes');
});

function subscriberOf(machine: AppProcess): SupabaseClient {
  const client = createClient(machine.url, keys.anonKey, {
    auth: { persistSession: false, storageKey: randomUUID() },
  });
  subscribers.push(client);
  return client;
}
/** Two clients of the first machine, whose connections go to its workers in turn, and one of the second. */
const everywhere = () => [subscriberOf(machines[0]), subscriberOf(machines[0]), subscriberOf(machines[1])];

type Joined = { channel: RealtimeChannel; events: unknown[] };
async function joinTopic(client: SupabaseClient, topic: string, key: string): Promise<Joined> {
  const channel = client.channel(topic, { config: { presence: { key }, broadcast: { ack: true } } });
  const joined: Joined = { channel, events: [] };
  let isSubscribed = false;
  channel.on('presence', { event: 'sync' }, () => {});
  channel.on('broadcast', { event: '*' }, ({ event, payload }) => joined.events.push([event, payload]));
  channel.subscribe((status) => (isSubscribed = status === 'SUBSCRIBED'));
  await waitFor(() => isSubscribed);
  return joined;
}
const presentIn = ({ channel }: Joined) => Object.keys(channel.presenceState()).toSorted();

describe('changes, broadcasts and presence of two machines and three processes', () => {
  /** The owner of the database is no superuser: no event trigger follows the publication, and nothing is replicated. */
  beforeAll(() =>
    query(`create table public.tasks (id int primary key, title text);
      alter table public.tasks enable row level security;
      create policy everybody on public.tasks for select to anon using (title <> 'hidden');
      grant select on public.tasks to anon;
      alter publication supabase_realtime add table public.tasks`),
  );
  afterEach(async () => {
    for (const client of subscribers.splice(0)) await client.removeAllChannels();
  });

  test('changes reach the subscribers of each, and rows that they may not read none', async () => {
    const all = await Promise.all(everywhere().map((client) => follow(client, { table: 'tasks' })));
    await query(`insert into public.tasks values (1, 'hidden'), (2, 'shown')`);
    for (const { changes } of all) await waitFor(() => changes.length > 0);
    await query(`insert into public.tasks values (3, 'shown')`);
    for (const { changes } of all) {
      await waitFor(() => changes.length === 2);
      expect(changes.map((change) => change.new)).toEqual([2, 3].map((id) => ({ id, title: 'shown' })));
    }
  });

  test('the owner is no superuser, and a table published later is followed', async () => {
    expect(await query('select rolsuper from pg_roles where rolname = current_user')).toEqual([{ rolsuper: false }]);
    await query(`create table public.later (id int primary key); grant select on public.later to anon;
      alter publication supabase_realtime add table public.later`);
    const followed = await follow(subscriberOf(machines[1]), { table: 'later' }, { table: 'tasks' });
    await query('insert into public.later values (1)');
    await waitFor(() => followed.changes.length === 1);
    // Its triggers stay until somebody subscribes again.
    await query('alter publication supabase_realtime drop table public.later');
    await query(`insert into public.later values (2); insert into public.tasks values (4, 'after it')`);
    await waitFor(() => followed.changes.some(({ table }) => table === 'tasks'));
    expect(followed.changes.map(({ table }) => table)).toEqual(['later', 'tasks']);
  });

  test('broadcasts reach each, short and long ones', async () => {
    const topic = randomUUID();
    const all = await Promise.all(everywhere().map((client, n) => joinTopic(client, topic, String(n))));
    const long = { text: 'ä'.repeat(20_000) };
    for (const sender of all) {
      expect(await sender.channel.send({ type: 'broadcast', event: 'short', payload: { n: 1 } })).toBe('ok');
      expect(await sender.channel.send({ type: 'broadcast', event: 'long', payload: long })).toBe('ok');
    }
    for (const { events } of all) {
      await waitFor(() => events.length === 4);
      expect(events.filter((one) => JSON.stringify(one) === JSON.stringify(['long', long]))).toHaveLength(2);
    }
  });

  /** Sends texts to a topic in one request; resolves with the events that the subscribers are to get. */
  async function sendTogether(topic: string, texts: readonly string[]) {
    const messages = texts.map((text) => ({ topic, event: 'text', payload: { text } }));
    const headers = { apikey: keys.anonKey, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ messages });
    const answer = await fetch(`${machines[0].url}/realtime/v1/api/broadcast`, { method: 'POST', headers, body });
    expect(answer.status).toBe(202);
    return messages.map(({ event, payload }) => [event, payload]);
  }

  test('broadcasts that are sent together reach each in their order, long or short', async () => {
    const topic = randomUUID();
    const all = await Promise.all(everywhere().map((client, n) => joinTopic(client, topic, String(n))));
    const sent = await sendTogether(topic, ['1'.repeat(9000), '2', '3'.repeat(9000), '4']);
    for (const { events } of all) await waitFor(() => events.length === sent.length);
    for (const { events } of all) expect(events).toEqual(sent);
  });

  test('equal broadcasts that are sent together all reach each', async () => {
    const topic = randomUUID();
    const all = await Promise.all(everywhere().map((client, n) => joinTopic(client, topic, String(n))));
    const sent = await sendTogether(topic, ['same', 'same', 'same']);
    for (const { events } of all) await waitFor(() => events.length === sent.length);
    for (const { events } of all) expect(events).toEqual(sent);
  });

  test('presence is shared, and those of a killed machine are gone', async () => {
    const topic = randomUUID();
    const all = await Promise.all(everywhere().map((client, n) => joinTopic(client, topic, `person-${n}`)));
    for (const [n, { channel }] of all.entries()) expect(await channel.track({ n })).toBe('ok');
    const names = ['person-0', 'person-1', 'person-2'];
    for (const one of all) await waitFor(() => presentIn(one).length === 3);
    for (const one of all) expect(presentIn(one)).toEqual(names);
    await machines[1].kill();
    await expect.poll(() => presentIn(all[0]!), LONG).toEqual(names.slice(0, 2));
    machines[1] = await two.startSecond();
  });
});
