import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { followConnections } from './connections.ts';

let server: Server;
afterEach(() => server.closeAllConnections());

const STALL_MS = 1000;

/** A server that ends stalled connections, and a connection to it that has sent a request and reads nothing. */
async function open(answer: Parameters<typeof createServer>[1] & {}) {
  server = createServer();
  const connections = followConnections(server);
  connections.endStalled(STALL_MS);
  server.on('request', (incoming, outgoing) => {
    connections.track(outgoing);
    return answer(incoming, outgoing);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const [serverSide] = (await once(server, 'connection')) as [typeof socket];
  return { socket, serverSide };
}

const PAUSE_AFTER = 8 * 1024 * 1024;
const LARGE = Buffer.alloc(32 * 1024 * 1024);

test('a client that reads nothing of its answer is disconnected', async () => {
  const { serverSide } = await open((_, outgoing) => outgoing.end(LARGE));
  await once(serverSide, 'close');
  expect(serverSide.destroyed).toBe(true);
});

test('a client that reads slowly gets its whole answer', async () => {
  const { socket } = await open((_, outgoing) => outgoing.end(LARGE));
  let bytes = 0;
  socket.on('data', (part) => {
    bytes += part.length;
    if (bytes % PAUSE_AFTER >= part.length) return;
    socket.pause();
    setTimeout(() => socket.resume(), STALL_MS / 3);
  });
  socket.resume();
  await expect.poll(() => bytes).toBeGreaterThanOrEqual(LARGE.length);
});

test('a client whose answer takes long to make waits for it', async () => {
  const { socket } = await open((_, outgoing) => setTimeout(() => outgoing.end('late'), STALL_MS * 3));
  const [part] = (await once(socket.resume(), 'data')) as [Buffer];
  expect(part.toString()).toContain('late');
});
