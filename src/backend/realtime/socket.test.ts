import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { FairQueue } from '../usage/fair-queue.ts';
import { createUsage } from '../usage/usage.ts';
import { type Socket, openSocket } from './socket.ts';
import { IDLE_MS } from './limits.ts';

test('a connection is cut off when its client has been silent for too long', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [ws] = (await once(server, 'connection')) as [WebSocket];
  const options = { version: '2.0.0', usage: createUsage(), places: new FairQueue({}), address: 'a' } as const;
  const socket: Socket = openSocket(
    ws,
    { ...options, caller: () => 'a' },
    {
      onFrame: async () => socket.send({ joinRef: null, ref: '1', topic: 'phoenix', event: 'phx_reply', payload: {} }),
      onClose: () => {},
      onError: () => {},
    },
  );
  if (client.readyState !== client.OPEN) await once(client, 'open');
  client.send('[null,"1","phoenix","heartbeat",{}]');
  await once(client, 'message');
  socket.endIfIdle(performance.now() + IDLE_MS - 10_000);
  expect(ws.readyState).toBe(ws.OPEN);
  socket.endIfIdle(performance.now() + IDLE_MS + 1000);
  await once(client, 'close');
  expect(ws.readyState).not.toBe(ws.OPEN);
  server.close();
});
