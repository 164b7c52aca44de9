import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type RawSocket, openRawSocket } from '../support/raw-socket.ts';
import { follow, startToFollow } from '../support/realtime.ts';
import { shareTestApp } from '../support/shared-app.ts';
import type { Client, TestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

let app: TestApp;
let person: Client;
const sockets: RawSocket[] = [];

beforeAll(async () => {
  app = await shareTestApp();
  person = await app.signIn({ admin: false });
  await app.query(`create policy everybody_reads on realtime.messages for select to anon, authenticated using (true);
    create policy everybody_sends on realtime.messages for insert to anon, authenticated with check (true)`);
});
afterEach(async () => {
  for (const { ws } of sockets.splice(0)) ws.terminate();
  for (const client of [person, app.anon]) await client.removeAllChannels();
});
afterAll(async () => {
  await app?.query(`drop policy if exists everybody_reads on realtime.messages;
    drop policy if exists everybody_sends on realtime.messages`);
  await app?.stop();
});

const tokenOf = async (client: Client) => (await client.auth.getSession()).data.session?.access_token ?? '';
async function open(): Promise<RawSocket> {
  const socket = await openRawSocket(app.url, { apikey: app.anonKey });
  sockets.push(socket);
  return socket;
}
async function broadcastByHttp(authorization: Record<string, string>, isPrivate: boolean): Promise<number> {
  const { status } = await fetch(`${app.url}/realtime/v1/api/broadcast/a/events/e?private=${isPrivate}`, {
    method: 'POST',
    headers: { apikey: app.anonKey, 'Content-Type': 'application/json', ...authorization },
    body: '{}',
  });
  return status;
}

test('a caller without an account joins no channel, and is told why', async () => {
  const anonymous = startToFollow(app.anon, { table: 'categories' });
  await waitFor(() => anonymous.statuses.includes('CHANNEL_ERROR'));
  expect(anonymous.errors[0]?.message).toContain('Only signed-in users may use channels');
  const socket = await open();
  for (const config of [{}, { private: true }, { presence: { enabled: true } }]) {
    expect(await socket.ask('realtime:a', 'phx_join', { config })).toMatchObject({
      status: 'error',
      response: { reason: expect.stringContaining('REALTIME_ANONYMOUS') },
    });
  }
});

test('a signed-in user follows changes, with a connection that was opened before', async () => {
  const client = app.client();
  client.realtime.connect();
  await waitFor(() => client.realtime.isConnected());
  const { data } = await person.auth.getSession();
  await client.auth.setSession({
    access_token: await tokenOf(person),
    refresh_token: data.session?.refresh_token ?? '',
  });
  await client.realtime.setAuth();
  const followed = await follow(client, { table: 'categories' });
  await app.query(`insert into public.categories (name, slug) values ('Followed', 'followed')`);
  expect(await waitFor(() => followed.changes[0])).toMatchObject({ new: { slug: 'followed' } });
  await client.removeAllChannels();
});

test('a channel does not outlive the token of its account', async () => {
  const socket = await open();
  const access_token = await tokenOf(person);
  expect((await socket.ask('realtime:a', 'phx_join', { access_token })).status).toBe('ok');
  socket.send('1', '2', 'realtime:a', 'access_token', { access_token: app.anonKey });
  await socket.hear('realtime:a', 'phx_close');
});

test('channels that are not private carry nothing', async () => {
  const socket = await open();
  const config = { broadcast: { ack: true, self: true } };
  expect((await socket.ask('realtime:a', 'phx_join', { config, access_token: await tokenOf(person) })).status).toBe(
    'ok',
  );
  const broadcast = { type: 'broadcast', event: 'e', payload: {} };
  expect(await socket.ask('realtime:a', 'broadcast', broadcast)).toMatchObject({ status: 'error' });
  expect(await socket.ask('realtime:a', 'presence', { event: 'track', payload: {} })).toMatchObject({
    status: 'error',
  });
});

test('broadcasts by HTTP are taken from accounts and the service, to private channels', async () => {
  const asPerson = { Authorization: `Bearer ${await tokenOf(person)}` };
  const asService = { Authorization: `Bearer ${app.serviceRoleKey}` };
  expect(await broadcastByHttp({}, true)).toBe(403);
  expect(await broadcastByHttp({ Authorization: `Bearer ${app.anonKey}` }, false)).toBe(403);
  expect(await broadcastByHttp(asPerson, false)).toBe(403);
  expect(await broadcastByHttp(asPerson, true)).toBe(202);
  expect(await broadcastByHttp(asService, true)).toBe(202);
});
