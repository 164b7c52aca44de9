import { type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { answerInTurns } from './fair-turns.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

let server: Server;
let sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  server.close();
});

/** What happened at each answer: the turn of the event loop, and how many connections were open. */
type Answered = { path: string; turn: number; connections: number; hasWaited: boolean };

async function listen(): Promise<{ port: number; answered: Answered[]; connections: () => number }> {
  const answered: Answered[] = [];
  let turn = 0;
  let connections = 0;
  const countTurns = (): void => {
    turn += 1;
    if (server.listening) setImmediate(countTurns);
  };
  server = createServer({ keepAliveTimeout: 0 });
  server.on('connection', () => (connections += 1));
  const waiting = new Set<ServerResponse>();
  const answer = answerInTurns(server, {
    answer: (incoming, outgoing) => {
      answered.push({ path: incoming.url ?? '', turn, connections, hasWaited: waiting.has(outgoing) });
      outgoing.end();
    },
    onWaiting: (outgoing) => waiting.add(outgoing),
    now: () => 0,
  });
  server.on('request', answer);
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 1000 }, resolve));
  countTurns();
  return { port: (server.address() as AddressInfo).port, answered, connections: () => connections };
}

function open(port: number, count: number, write?: string): void {
  for (let n = 0; n < count; n += 1) {
    const socket = connect(port, '127.0.0.1', () => void (write && socket.write(write)));
    socket.on('error', () => {});
    socket.resume();
    sockets.push(socket);
  }
}

const mostInATurn = (answered: readonly Answered[]) =>
  Math.max(...[...Map.groupBy(answered, ({ turn }) => turn).values()].map((turn) => turn.length));

test('with many connections a turn of the event loop answers a limited number of requests', async () => {
  const { port, answered, connections } = await listen();
  open(port, 300);
  await expect.poll(connections).toBe(300);
  for (const socket of sockets) socket.write(REQUEST);
  await expect.poll(() => answered.length).toBe(300);
  expect(mostInATurn(answered)).toBeLessThanOrEqual(64);
  expect(answered.every(({ hasWaited }) => hasWaited)).toBe(true);
});

test('new connections are accepted before the requests of many are answered', async () => {
  const { port, answered } = await listen();
  open(port, 300, REQUEST);
  await expect.poll(() => answered.length).toBe(300);
  expect(answered.filter(({ connections }) => connections >= 64 && connections < 300)).toEqual([]);
});

test('with few connections requests are answered in the turn in which they come', async () => {
  const { port, answered, connections } = await listen();
  open(port, 40);
  await expect.poll(connections).toBe(40);
  let turns = 0;
  server.prependListener('request', () => (turns = answered.length));
  server.on('request', () => (turns = answered.length - turns));
  sockets[0]?.write(REQUEST);
  await expect.poll(() => answered.length).toBe(1);
  expect([turns, answered[0]?.hasWaited]).toEqual([1, false]);
});

test('requests on one connection are answered in their order', async () => {
  const { port, answered, connections } = await listen();
  open(port, 100);
  await expect.poll(connections).toBe(100);
  const paths = Array.from({ length: 200 }, (_, n) => `/${n}`);
  sockets[0]?.write(paths.map((path) => REQUEST.replace('/', path)).join(''));
  await expect.poll(() => answered.map(({ path }) => path)).toEqual(paths);
});
