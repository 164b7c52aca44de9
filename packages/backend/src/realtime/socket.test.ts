import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { FairQueue } from '../usage/fair-queue.ts';
import { HELD_LIMITS } from '../usage/limits.ts';
import { createUsage } from '../usage/usage.ts';
import { type Socket, openSocket } from './socket.ts';
import { IDLE_MS, MAX_BUFFERED_BYTES } from './limits.ts';

let server: WebSocketServer;
beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
});
afterAll(() => server.close());

const REPLY = { joinRef: null, ref: '1', topic: 'phoenix', event: 'phx_reply' };

async function connect() {
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [ws, { socket: stream }] = (await once(server, 'connection')) as [WebSocket, IncomingMessage];
  const usage = createUsage();
  const places = { database: new FairQueue({}), large: new FairQueue({}) };
  const socket: Socket = openSocket(
    ws,
    { version: '2.0.0', usage, places, stream, address: 'a', keys: () => ['a'] },
    { onFrame: async () => socket.send({ ...REPLY, payload: {} }), onClose: () => {}, onError: () => {} },
  );
  if (client.readyState !== client.OPEN) await once(client, 'open');
  return { client, ws, usage, socket };
}

test('a connection is cut off when its client has been silent for too long', async () => {
  const { client, ws, socket } = await connect();
  client.send('[null,"1","phoenix","heartbeat",{}]');
  await once(client, 'message');
  socket.endIfIdle(performance.now() + IDLE_MS - 10_000);
  expect(ws.readyState).toBe(ws.OPEN);
  socket.endIfIdle(performance.now() + IDLE_MS + 1000);
  await once(client, 'close');
  expect(ws.readyState).not.toBe(ws.OPEN);
});

test('a frame that does not fit into the buffer of its connection cuts it', async () => {
  const { client, ws, socket } = await connect();
  socket.sendText({ ...REPLY, payload: `"${'x'.repeat(MAX_BUFFERED_BYTES - 1000)}"` });
  await once(client, 'message');
  expect(ws.readyState).toBe(ws.OPEN);
  socket.sendText({ ...REPLY, payload: `"${'x'.repeat(MAX_BUFFERED_BYTES)}"` });
  await once(client, 'close');
});

test('what waits for all connections of an address is limited, and given back', async () => {
  const { client, usage, socket } = await connect();
  const { unsentBytes } = usage.held;
  socket.sendText({ ...REPLY, payload: '{}' });
  await once(client, 'message');
  expect(unsentBytes.of('a')).toBe(0);
  const ofOthers = HELD_LIMITS.unsentBytes.perKey - 1000;
  unsentBytes.add('a', ofOthers);
  socket.sendText({ ...REPLY, payload: `"${'x'.repeat(2000)}"` });
  await once(client, 'close');
  expect(unsentBytes.of('a')).toBe(ofOthers);
});

test('frames that are begun and not ended are limited for an address', async () => {
  const { client, usage } = await connect();
  const { unfinishedBytes } = usage.held;
  client.send('x'.repeat(100_000), { fin: false });
  await expect.poll(() => unfinishedBytes.of('a')).toBeGreaterThan(100_000);
  client.send('x');
  await expect.poll(() => unfinishedBytes.of('a')).toBe(0);
  const other = await connect();
  const ofOthers = HELD_LIMITS.unfinishedBytes.perKey - 50_000;
  other.usage.held.unfinishedBytes.add('a', ofOthers);
  other.client.send('x'.repeat(100_000), { fin: false });
  await once(other.client, 'close');
  expect(other.usage.held.unfinishedBytes.of('a')).toBe(ofOthers);
});
