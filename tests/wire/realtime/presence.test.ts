import { randomUUID } from 'node:crypto';
import { type RealtimeChannel, createClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { OPEN_REALTIME } from '../../support/realtime.ts';
import { type Client, type TestApp, startTestApp } from '../../support/test-app.ts';
import { waitFor } from '../../support/wait-for.ts';

let app: TestApp;
const clients: Client[] = [];

beforeAll(async () => {
  app = await startTestApp({ smtp: false, env: OPEN_REALTIME });
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.removeAllChannels();
});
afterAll(() => app?.stop());

type Joined = { client: Client; channel: RealtimeChannel; events: string[] };

async function join(topic: string, key = '', vsn = '2.0.0'): Promise<Joined> {
  const client: Client = createClient(app.url, app.anonKey, { realtime: { vsn } });
  clients.push(client);
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
const namesIn = ({ channel }: Joined) =>
  Object.fromEntries(
    Object.entries(channel.presenceState<{ name: string }>()).map(([key, all]) => [key, all.map(({ name }) => name)]),
  );

test.each(['1.0.0', '2.0.0'])('version %s: who comes, changes and goes is seen by the others', async (vsn) => {
  const topic = randomUUID();
  const [asha, ravi] = [await join(topic, 'asha', vsn), await join(topic, 'ravi', vsn)];
  expect(await asha.channel.track({ name: 'Asha' })).toBe('ok');
  expect(await ravi.channel.track({ name: 'Ravi' })).toBe('ok');
  for (const one of [asha, ravi]) await waitFor(() => 'asha' in namesIn(one) && 'ravi' in namesIn(one));
  expect(namesIn(asha)).toEqual({ asha: ['Asha'], ravi: ['Ravi'] });

  const late = await join(topic, 'late', vsn);
  expect(namesIn(late)).toEqual({ asha: ['Asha'], ravi: ['Ravi'] });

  await ravi.channel.track({ name: 'Ravi K.' });
  await waitFor(() => namesIn(asha)['ravi']?.[0] === 'Ravi K.');
  expect(namesIn(asha)).toEqual({ asha: ['Asha'], ravi: ['Ravi K.'] });

  expect(await ravi.channel.untrack()).toBe('ok');
  await waitFor(() => !('ravi' in namesIn(asha)));
  await asha.client.removeAllChannels();
  await waitFor(() => Object.keys(namesIn(late)).length === 0);
  expect(late.events.filter((event) => event.startsWith('leave'))).toEqual(
    expect.arrayContaining(['leave ravi', 'leave asha']),
  );
});

test('one key may be present several times, and keys like constructor are keys', async () => {
  const topic = randomUUID();
  const [phone, computer, odd] = [
    await join(topic, 'asha'),
    await join(topic, 'asha'),
    await join(topic, 'constructor'),
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
  const joined = await join(randomUUID());
  expect(await joined.channel.track({ name: 'x'.repeat(9000) })).toBe('error');
  expect(await app.query('select from realtime.presences where length(meta::text) > 8192')).toEqual([]);
});

test('a client that is cut off is no longer present', async () => {
  const topic = randomUUID();
  const [stays, goes] = [await join(topic, 'stays'), await join(topic, 'goes')];
  await goes.channel.track({ name: 'goes' });
  await waitFor(() => 'goes' in namesIn(stays));
  await goes.client.realtime.disconnect();
  await waitFor(() => stays.events.includes('leave goes'));
  expect(namesIn(stays)).toEqual({});
});

test('a client that is cut off while its presence is written is not present afterwards', async () => {
  const topic = randomUUID();
  const [stays, goes] = [await join(topic, 'stays'), await join(topic, 'goes')];
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
