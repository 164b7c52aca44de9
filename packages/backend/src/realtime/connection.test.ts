import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { BackendDeps } from '../deps.ts';
import { createKeys, makeSecrets } from '../http/keys.ts';
import { createUsage } from '../usage/usage.ts';
import { Connection } from './connection.ts';
import { UNUSED_MS } from './limits.ts';
import { openRealtime } from './open-realtime.ts';
import type { RealtimeDeps } from './realtime-deps.ts';
import { createService } from './service.ts';

test('a connection that joins no channel is closed', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [ws] = (await once(server, 'connection')) as [WebSocket];
  // The service asks for nothing else before the first channel is joined.
  const service = createService({ usage: createUsage(), database: {} } as RealtimeDeps);
  const options = { version: '2.0.0', apiKey: '', stream: new PassThrough(), address: 'a', onClose: () => {} } as const;
  const connection = new Connection(service, ws, options);
  connection.endIfUnused(performance.now() + UNUSED_MS - 5000);
  expect(ws.readyState).toBe(ws.OPEN);
  connection.endIfUnused(performance.now() + UNUSED_MS + 1000);
  const [code, reason] = await once(client, 'close');
  expect([code, String(reason)]).toEqual([1008, 'No channel was joined']);
  server.close();
});

test('the mark of a session whose account was banned ends without another one', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { endedSessions } = createService({ usage: createUsage(), database: {} } as RealtimeDeps);
  endedSessions.add(['banned']);
  vi.advanceTimersByTime(59_000);
  expect(endedSessions.has('banned')).toBe(true);
  vi.advanceTimersByTime(2000);
  expect(endedSessions.has('banned')).toBe(false);
  vi.useRealTimers();
});

test('a connection that is still being checked when the service ends is refused', async () => {
  const checked = Promise.withResolvers<void>();
  const now = () => new Date();
  const keys = createKeys({ ...(await makeSecrets(now())), issuer: 'https://firm.example', now });
  const realtime = openRealtime({
    keys,
    usage: createUsage(),
    database: { poolFor: () => ({}) },
    log: { warn: () => {} },
    openRateLimit: () => ({ take: () => checked.promise }),
  } as unknown as BackendDeps);
  const server = createServer().listen(0, '127.0.0.1');
  server.on('upgrade', (incoming, socket, head) => void realtime.upgrade(incoming, socket, head, '127.0.0.1'));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = new WebSocket(`ws://127.0.0.1:${port}/?apikey=${keys.anonKey}&vsn=2.0.0`);
  const outcome = Promise.race([once(client, 'open').then(() => null), once(client, 'unexpected-response')]);
  await once(server, 'upgrade');
  await realtime.close();
  checked.resolve();
  expect((await outcome)?.[1].statusCode).toBe(503);
  server.close();
});
