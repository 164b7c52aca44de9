import { randomUUID } from 'node:crypto';
import { type RealtimeChannel, type SupabaseClient, createClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TwoMachines, startTwoMachines } from './two-machines-set-up.ts';
import { type AppProcess } from '../support/app-process.ts';
import { OPEN_REALTIME, follow } from '../support/realtime.ts';
import { waitFor } from '../support/wait-for.ts';

/** The owner of the database is no superuser: no event trigger follows the publication, and nothing is replicated. */
let two: TwoMachines;
let machines: TwoMachines['machines'];
const clients: SupabaseClient[] = [];

beforeAll(async () => {
  two = await startTwoMachines(OPEN_REALTIME);
  ({ machines } = two);
  await query(`create table public.tasks (id int primary key, title text);
    alter table public.tasks enable row level security;
    create policy everybody on public.tasks for select to anon using (title <> 'hidden');
    grant select on public.tasks to anon;
    alter publication supabase_realtime add table public.tasks`);
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.removeAllChannels();
});
afterAll(() => two?.stop());

const query = (sql: string) => two.query(sql);
function clientOf(machine: AppProcess): SupabaseClient {
  const client = createClient(machine.url, two.keys.anonKey, {
    auth: { persistSession: false, storageKey: randomUUID() },
  });
  clients.push(client);
  return client;
}
/** Two clients of the first machine, whose connections go to its workers in turn, and one of the second. */
const everywhere = () => [clientOf(machines[0]), clientOf(machines[0]), clientOf(machines[1])];

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

describe('two machines and three processes', () => {
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
    const followed = await follow(clientOf(machines[1]), { table: 'later' }, { table: 'tasks' });
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

  test('presence is shared, and those of a killed machine are gone', async () => {
    const topic = randomUUID();
    const all = await Promise.all(everywhere().map((client, n) => joinTopic(client, topic, `person-${n}`)));
    for (const [n, { channel }] of all.entries()) expect(await channel.track({ n })).toBe('ok');
    const names = ['person-0', 'person-1', 'person-2'];
    for (const one of all) await waitFor(() => presentIn(one).length === 3);
    for (const one of all) expect(presentIn(one)).toEqual(names);
    await machines[1].kill();
    await expect.poll(() => presentIn(all[0]!), { timeout: 30_000 }).toEqual(names.slice(0, 2));
    machines[1] = await two.startSecond();
  });
});
