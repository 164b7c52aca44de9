import { randomUUID } from 'node:crypto';
import { type RealtimeChannel, createClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { OPEN_REALTIME } from '../../support/realtime.ts';
import { type Client, type TestApp, startTestApp } from '../../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

/** Private topics as in Supabase's guide: members of a topic read it, and those who may write send. */
const POLICIES = `
  create table public.members (user_id uuid, topic text, may_send boolean not null default false);
  create policy read on realtime.messages for select to authenticated using (
    exists (select from public.members m where m.user_id = auth.uid() and m.topic = realtime.topic()));
  create policy send on realtime.messages for insert to authenticated with check (
    realtime.messages.extension in ('broadcast', 'presence') and
    exists (select from public.members m where m.user_id = auth.uid() and m.topic = realtime.topic() and m.may_send));
  grant select on public.members to authenticated;`;

let app: TestApp;
let asha: Client;
let ravi: Client;
const clients: Client[] = [];

beforeAll(async () => {
  app = await startTestApp({ env: OPEN_REALTIME });
  await app.query(POLICIES);
  [asha, ravi] = [await app.signIn({ admin: false }), await app.signIn({ admin: false })];
});
afterEach(async () => {
  for (const client of [...clients.splice(0), asha, ravi]) await client.removeAllChannels();
});
afterAll(() => app?.stop());

type Message = { event: string; payload?: unknown; meta?: { id: string } };
type Joined = { channel: RealtimeChannel; messages: Message[]; statuses: string[]; errors: (Error | undefined)[] };

function anonymous(vsn = '2.0.0'): Client {
  const client = createClient(app.url, app.anonKey, { realtime: { vsn } });
  clients.push(client);
  return client;
}
function startToJoin(client: Client, topic: string, config: object = {}): Joined {
  const channel = client.channel(topic, { config });
  const joined: Joined = { channel, messages: [], statuses: [], errors: [] };
  channel.on('broadcast', { event: '*' }, (message) => joined.messages.push(message));
  channel.subscribe((status, error) => {
    joined.statuses.push(status);
    joined.errors.push(error);
  });
  return joined;
}
async function join(client: Client, topic: string, config: object = {}): Promise<Joined> {
  const joined = startToJoin(client, topic, config);
  await waitFor(() => joined.statuses.includes('SUBSCRIBED'));
  return joined;
}
const send = ({ channel }: Joined, event: string, payload: unknown) =>
  channel.send({ type: 'broadcast', event, payload });
async function addMember(client: Client, topic: string, maySend: boolean): Promise<void> {
  const id = (await client.auth.getUser()).data.user?.id;
  await app.query('insert into public.members values ($1, $2, $3)', [id, topic, maySend]);
}

describe('broadcast', () => {
  test.each([
    ['1.0.0', '2.0.0'],
    ['2.0.0', '1.0.0'],
  ])('reaches the others of a topic, from version %s to %s', async (from, to) => {
    const topic = randomUUID();
    const [sender, receiver, other] = [
      await join(anonymous(from), topic, { broadcast: { ack: true } }),
      await join(anonymous(to), topic),
      await join(anonymous(to), `${topic}-other`),
    ];
    expect(await send(sender, 'moved', { x: 1, text: 'ö"\u2028' })).toBe('ok');
    const message = await waitFor(() => receiver.messages[0]);
    expect(message).toMatchObject({ event: 'moved', payload: { x: 1, text: 'ö"\u2028' } });
    expect(await send(sender, 'moved', { x: 2 })).toBe('ok');
    await waitFor(() => receiver.messages.length === 2);
    expect(sender.messages).toEqual([]);
    expect(other.messages).toEqual([]);
  });

  test('comes back to a sender who asks for it, and carries bytes', async () => {
    const sender = await join(anonymous(), randomUUID(), { broadcast: { self: true } });
    await send(sender, 'bytes', new Uint8Array([1, 2, 250]).buffer);
    const message = await waitFor(() => sender.messages[0]);
    expect(new Uint8Array(message.payload as ArrayBuffer)).toEqual(new Uint8Array([1, 2, 250]));
  });

  test('is sent by HTTP, one message or many, JSON or bytes', async () => {
    const topic = randomUUID();
    const receiver = await join(anonymous(), topic);
    const sender = anonymous().channel(topic);
    expect(await sender.httpSend('one', { n: 1 })).toEqual({ success: true });
    expect(await sender.httpSend('two', new Uint8Array([7]))).toEqual({ success: true });
    expect(await sender.send({ type: 'broadcast', event: 'three', payload: { n: 3 } })).toBe('ok');
    await waitFor(() => receiver.messages.length === 3);
    expect(receiver.messages.map(({ event }) => event)).toEqual(['one', 'two', 'three']);
  });

  test('is sent by the database, when its transaction commits', async () => {
    const topic = randomUUID();
    await addMember(asha, topic, false);
    const [members, everybody] = [await join(asha, topic, { private: true }), await join(anonymous(), topic)];
    await app.query(`select realtime.send('{"n": 1}', 'private', $1)`, [topic]);
    await app.query(`select realtime.send('{"n": 2}', 'public', $1, false)`, [topic]);
    const large = JSON.stringify({ text: 'x'.repeat(50_000) });
    await app.query(`select realtime.send($2, 'large', $1)`, [topic, large]);
    await waitFor(() => members.messages.length === 2 && everybody.messages.length === 1);
    expect(members.messages.map(({ event }) => event)).toEqual(['private', 'large']);
    expect(members.messages[0]).toMatchObject({ payload: { n: 1 }, meta: { id: expect.any(String) } });
    expect(members.messages[1]?.payload).toEqual(JSON.parse(large));
    expect(everybody.messages[0]).toMatchObject({ event: 'public', payload: { n: 2 } });
  });

  test('of the database comes in the order in which it was sent, long or short', async () => {
    const topic = randomUUID();
    await addMember(asha, topic, false);
    const { messages } = await join(asha, topic, { private: true });
    await app.query(
      `select realtime.send(jsonb_build_object('n', n, 'text', repeat('x', 9000 * (n % 2))), 'part', $1)
       from generate_series(1, 10) n order by n`,
      [topic],
    );
    await waitFor(() => messages.length === 10);
    expect(messages.map(({ payload }) => (payload as { n: number }).n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('is sent by the database as bytes, short and long, and replayed', async () => {
    const topic = randomUUID();
    for (const client of [asha, ravi]) await addMember(client, topic, false);
    const [members, everybody] = [await join(asha, topic, { private: true }), await join(anonymous(), topic)];
    const long = Buffer.alloc(20_000, 7);
    await app.query(`select realtime.send_binary('\\x00ff10', 'short', $1)`, [topic]);
    await app.query(`select realtime.send_binary($2, 'long', $1)`, [topic, long]);
    await app.query(`select realtime.send_binary($2, 'public', $1, false)`, [topic, Buffer.from([1, 2])]);
    await waitFor(() => members.messages.length === 2 && everybody.messages.length === 1);
    const replayed = await join(ravi, topic, { private: true, broadcast: { replay: { since: Date.now() - 60_000 } } });
    await waitFor(() => replayed.messages.length === 2);
    const bytesOf = ({ event, payload }: Message) => [event, Buffer.from(payload as ArrayBuffer)];
    const sent = [
      ['short', Buffer.from([0, 255, 16])],
      ['long', long],
    ];
    expect(Object.fromEntries(members.messages.map(bytesOf))).toEqual(Object.fromEntries(sent));
    expect(replayed.messages.map(bytesOf)).toEqual(sent);
    expect(everybody.messages.map(bytesOf)).toEqual([['public', Buffer.from([1, 2])]]);
  });

  test('of changed rows is sent by a trigger with broadcast_changes', async () => {
    await app.query(`create table public.tasks (id int primary key, title text);
      create function public.tell_task() returns trigger language plpgsql security definer as $$
      begin
        perform realtime.broadcast_changes('tasks', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
        return null;
      end $$;
      create trigger tell after insert or update or delete on public.tasks
        for each row execute function public.tell_task()`);
    await addMember(asha, 'tasks', false);
    const joined = await join(asha, 'tasks', { private: true });
    await app.query(`insert into public.tasks values (1, 'new')`);
    const message = await waitFor(() => joined.messages[0]);
    expect(message).toMatchObject({
      event: 'INSERT',
      payload: {
        record: { id: 1, title: 'new' },
        old_record: null,
        operation: 'INSERT',
        table: 'tasks',
        schema: 'public',
      },
    });
  });
});

describe('a private channel', () => {
  test('cannot be joined without a policy that allows it', async () => {
    for (const client of [anonymous(), asha]) {
      const joined = startToJoin(client, randomUUID(), { private: true });
      await waitFor(() => joined.statuses.includes('CHANNEL_ERROR'));
      expect(joined.errors[0]?.message).toMatch(
        /^"?Unauthorized: You do not have permissions to read from this Channel/,
      );
    }
  });

  test('is another channel than the public one of the same name', async () => {
    const topic = randomUUID();
    await addMember(asha, topic, true);
    const [inside, outside] = [
      await join(asha, topic, { private: true, broadcast: { ack: true, self: true } }),
      await join(anonymous(), topic, { broadcast: { ack: true } }),
    ];
    expect(await send(inside, 'inside', {})).toBe('ok');
    expect(await send(outside, 'outside', {})).toBe('ok');
    await waitFor(() => inside.messages.length > 0);
    expect(inside.messages.map(({ event }) => event)).toEqual(['inside']);
    expect(outside.messages).toEqual([]);
  });

  test('is written to only with the right to, by WebSocket and by HTTP', async () => {
    const topic = randomUUID();
    await addMember(asha, topic, false);
    await addMember(ravi, topic, true);
    const config = { private: true, broadcast: { ack: true } };
    const [reader, writer] = [await join(asha, topic, config), await join(ravi, topic, config)];
    expect(await send(reader, 'refused', {})).toBe('error');
    await expect(reader.channel.httpSend('refused', {})).rejects.toThrow(/Unauthorized/);
    await expect(anonymous().channel(topic, { config }).httpSend('refused', {})).rejects.toThrow(/Unauthorized/);
    expect(await reader.channel.track({ name: 'Asha' })).toBe('error');
    expect(await send(writer, 'allowed', {})).toBe('ok');
    expect(await writer.channel.httpSend('by HTTP', {})).toEqual({ success: true });
    await waitFor(() => reader.messages.length === 2);
    expect(reader.messages.map(({ event }) => event)).toEqual(['allowed', 'by HTTP']);
    expect(writer.messages.map(({ event }) => event)).toEqual(['by HTTP']);
  });

  test('replays stored messages to whom may read them', async () => {
    const topic = randomUUID();
    await addMember(asha, topic, false);
    await addMember(ravi, topic, true);
    const config = { private: true, broadcast: { ack: true } };
    const writer = await join(ravi, topic, config);
    await send(writer, 'not stored', {});
    expect(await writer.channel.send({ type: 'broadcast', event: 'stored', payload: { n: 1 }, persist: true })).toBe(
      'ok',
    );
    expect(await writer.channel.httpSend('stored too', { n: 2 }, { persist: true })).toEqual({ success: true });
    await waitFor(() => writer.messages.length === 1);
    const replayed = await join(asha, topic, { private: true, broadcast: { replay: { since: Date.now() - 60_000 } } });
    await waitFor(() => replayed.messages.length === 2);
    expect(replayed.messages).toMatchObject([
      { event: 'stored', payload: { n: 1 }, meta: { replayed: true, id: expect.any(String) } },
      { event: 'stored too', payload: { n: 2 }, meta: { replayed: true } },
    ]);
    await expect(replayed.channel.httpSend('x', {}, { persist: true })).rejects.toThrow(/Unauthorized/);
  });

  test('answers heartbeats', async () => {
    const client = anonymous();
    const statuses: string[] = [];
    client.realtime.onHeartbeat((status) => statuses.push(status));
    await join(client, randomUUID());
    await client.realtime.sendHeartbeat();
    await waitFor(() => statuses.includes('ok'));
    expect(statuses).not.toContain('error');
  });

  test('tells when broadcasts of the database are received', async () => {
    const channel = anonymous().channel(randomUUID(), { config: { broadcast: { replication_ready: true } } });
    const messages: { status: string }[] = [];
    channel.on('system', {}, (message) => messages.push(message)).subscribe();
    expect(await waitFor(() => messages[0])).toMatchObject({ extension: 'system', status: 'ok' });
  });

  test('leaves no rows behind from its checks', async () => {
    expect(await app.query(`select from realtime.messages where event is null`)).toEqual([]);
  });
});

type Present = { client: Client; channel: RealtimeChannel; events: string[] };

async function enter(topic: string, key = '', vsn = '2.0.0'): Promise<Present> {
  const client = anonymous(vsn);
  const channel = client.channel(topic, { config: { presence: { key } } });
  const events: string[] = [];
  let isSubscribed = false;
  channel.on('presence', { event: 'sync' }, () => events.push('sync'));
  channel.on('presence', { event: 'join' }, (joined) => events.push(`join ${joined.key}`));
  channel.on('presence', { event: 'leave' }, (left) => events.push(`leave ${left.key}`));
  channel.subscribe((status) => (isSubscribed = status === 'SUBSCRIBED'));
  await waitFor(() => isSubscribed && events.includes('sync'));
  return { client, channel, events };
}
/** The names that are present, by key. */
const namesIn = ({ channel }: Present) =>
  Object.fromEntries(
    Object.entries(channel.presenceState<{ name: string }>()).map(([key, all]) => [key, all.map(({ name }) => name)]),
  );

describe('presence', () => {
  test.each(['1.0.0', '2.0.0'])('version %s: who comes, changes and goes is seen by the others', async (vsn) => {
    const topic = randomUUID();
    const [first, second] = [await enter(topic, 'asha', vsn), await enter(topic, 'ravi', vsn)];
    expect(await first.channel.track({ name: 'Asha' })).toBe('ok');
    expect(await second.channel.track({ name: 'Ravi' })).toBe('ok');
    for (const one of [first, second]) await waitFor(() => 'asha' in namesIn(one) && 'ravi' in namesIn(one));
    expect(namesIn(first)).toEqual({ asha: ['Asha'], ravi: ['Ravi'] });

    const late = await enter(topic, 'late', vsn);
    expect(namesIn(late)).toEqual({ asha: ['Asha'], ravi: ['Ravi'] });

    await second.channel.track({ name: 'Ravi K.' });
    await waitFor(() => namesIn(first)['ravi']?.[0] === 'Ravi K.');
    expect(namesIn(first)).toEqual({ asha: ['Asha'], ravi: ['Ravi K.'] });

    expect(await second.channel.untrack()).toBe('ok');
    await waitFor(() => !('ravi' in namesIn(first)));
    await first.client.removeAllChannels();
    await waitFor(() => Object.keys(namesIn(late)).length === 0);
    expect(late.events.filter((event) => event.startsWith('leave'))).toEqual(
      expect.arrayContaining(['leave ravi', 'leave asha']),
    );
  });

  test('one key may be present several times, and keys like constructor are keys', async () => {
    const topic = randomUUID();
    const [phone, computer, odd] = [
      await enter(topic, 'asha'),
      await enter(topic, 'asha'),
      await enter(topic, 'constructor'),
    ];
    await phone.channel.track({ name: 'phone' });
    await computer.channel.track({ name: 'computer' });
    await odd.channel.track({ name: 'odd' });
    await waitFor(
      () => namesIn(phone)['asha']?.length === 2 && Object.hasOwn(odd.channel.presenceState(), 'constructor'),
    );
    expect(namesIn(phone)['asha']?.toSorted()).toEqual(['computer', 'phone']);
  });

  test('a presence that is too large is refused', async () => {
    const joined = await enter(randomUUID());
    expect(await joined.channel.track({ name: 'x'.repeat(9000) })).toBe('error');
    expect(await app.query('select from realtime.presences where length(meta::text) > 8192')).toEqual([]);
  });

  test('a client that is cut off is no longer present', async () => {
    const topic = randomUUID();
    const [stays, goes] = [await enter(topic, 'stays'), await enter(topic, 'goes')];
    await goes.channel.track({ name: 'goes' });
    await waitFor(() => 'goes' in namesIn(stays));
    await goes.client.realtime.disconnect();
    await waitFor(() => stays.events.includes('leave goes'));
    expect(namesIn(stays)).toEqual({});
  });

  test('a client whose presence could not be deleted when it left is no longer present a few seconds later', async () => {
    const topic = randomUUID();
    const [stays, goes] = [await enter(topic, 'stays'), await enter(topic, 'goes')];
    await goes.channel.track({ name: 'goes' });
    await waitFor(() => 'goes' in namesIn(stays));
    await app.query(`create function realtime.refuse() returns trigger language plpgsql
      as 'begin raise lock_not_available; end'`);
    await app.query(`create trigger refuse before delete on realtime.presences
      for each row execute function realtime.refuse()`);
    await goes.client.realtime.disconnect();
    await waitFor(() => app.logged().includes('Presences could not be updated'));
    await app.query('drop function realtime.refuse cascade');
    await expect.poll(() => namesIn(stays)).toEqual({});
  });

  test('a client that is cut off while its presence is written is not present afterwards', async () => {
    const topic = randomUUID();
    const [stays, goes] = [await enter(topic, 'stays'), await enter(topic, 'goes')];
    await app.query(`create function realtime.wait_a_second() returns trigger language plpgsql
      as 'begin perform pg_sleep(1); return new; end'`);
    await app.query(`create trigger slow before insert on realtime.presences
      for each row when (new.key = 'goes') execute function realtime.wait_a_second()`);
    void goes.channel.track({ name: 'goes' });
    const isWriting = `select from pg_stat_activity where wait_event = 'PgSleep' and query like '%realtime.presences%'`;
    await waitFor(async () => (await app.query(isWriting)).length > 0);
    await goes.client.realtime.disconnect();
    await waitFor(async () => (await app.query(isWriting)).length === 0);
    await app.query('drop function realtime.wait_a_second cascade');
    await stays.channel.track({ name: 'stays' });
    await waitFor(() => 'stays' in namesIn(stays));
    await waitFor(() => !('goes' in namesIn(stays)));
    expect(namesIn(stays)).toEqual({ stays: ['stays'] });
  });
});
