import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Hono } from 'hono';
import { WebSocketServer } from 'ws';
import type { BackendDeps } from '../deps.ts';
import type { BackendEnv } from '../http/env.ts';
import { addressKey } from '../http/client-address.ts';
import { RequestError } from '../http/errors.ts';
import { checkApiKey } from '../http/identify-caller.ts';
import { Connection } from './connection.ts';
import type { Version } from './frames.ts';
import { CONNECTS, IDLE_MS, MAX_FRAME_BYTES } from './limits.ts';
import type { RealtimeDeps } from './realtime-deps.ts';
import { mountRealtime } from './broadcast/api-broadcast.ts';
import { type RealtimeService, createService } from './service.ts';
import { CLOSE } from './socket.ts';

/** The realtime service of one process (protocol.md 4). */
export type Realtime = {
  /** The HTTP endpoints, with paths relative to `/realtime/v1`. */
  routes: Hono<BackendEnv>;
  /**
   * Answers a request to upgrade at `/realtime/v1/websocket` of a client with this address. Takes over the socket and
   * never rejects.
   */
  upgrade: (incoming: IncomingMessage, socket: Duplex, head: Buffer, clientAddress: string) => Promise<void>;
  /** Closes all connections, so that clients connect to another process, and stops listening. */
  close: () => Promise<void>;
};

/** The path of the WebSocket endpoint. */
export const WEBSOCKET_PATH = '/realtime/v1/websocket';
const VERSIONS: readonly string[] = ['1.0.0', '2.0.0'] satisfies Version[];
const CLOSE_WITHIN_MS = 2000;
const RESTARTS = 'The server restarts';
const STATUS_TEXTS = { 400: 'Bad Request', 401: 'Unauthorized', 429: 'Too Many Requests', 503: 'Service Unavailable' };

/** Creates the service. It opens nothing before the first connection. */
export function openRealtime(backend: BackendDeps): Realtime {
  const deps: RealtimeDeps = { ...backend, database: backend.database.poolFor('realtime') };
  const service = createService(deps);
  const { connections } = service;
  const { sockets } = deps.usage.held;
  const connects = deps.openRateLimit('realtime/connects', CONNECTS);
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const connection of connections) {
      connection.socket.endIfIdle(now);
      connection.endIfUnused(now);
    }
  }, IDLE_MS / 4).unref();
  let isClosing = false;

  return {
    routes: mountRealtime(service),
    upgrade: async (incoming, socket, head, clientAddress) => {
      socket.on('error', () => socket.destroy());
      const key = addressKey(clientAddress);
      try {
        if (isClosing) return refuse(socket, 503, RESTARTS);
        await connects.take(key);
        const { apiKey, version } = await readUpgrade(deps, incoming);
        if (isClosing) return refuse(socket, 503, RESTARTS);
        if (!isVersion(version)) return refuse(socket, 400, 'vsn must be 1.0.0 or 2.0.0');
        if (!sockets.allows(key, 1)) return refuse(socket, 429, 'Too many connections');
        server.handleUpgrade(incoming, socket, head, (ws) => {
          sockets.add(key, 1);
          const onClose = () => {
            connections.delete(connection);
            sockets.give(key);
          };
          const options = { version, apiKey, stream: socket, address: key, onClose };
          const connection: Connection = new Connection(service, ws, options);
          connections.add(connection);
        });
      } catch (error) {
        refuseFor(error, socket, deps);
      }
    },
    close: async () => {
      isClosing = true;
      clearInterval(timer);
      await closeAll(service);
      await service.stop();
    },
  };
}

async function readUpgrade({ keys }: RealtimeDeps, incoming: IncomingMessage) {
  const params = new URL(incoming.url ?? '', 'http://localhost').searchParams;
  const apiKey = params.get('apikey') ?? (incoming.headers['apikey'] as string | undefined) ?? '';
  await checkApiKey(keys, apiKey);
  return { apiKey, version: params.get('vsn') ?? '1.0.0' };
}

function isVersion(text: string): text is Version {
  return VERSIONS.includes(text);
}

function refuse(socket: Duplex, status: keyof typeof STATUS_TEXTS, message: string): void {
  const body = JSON.stringify({ message });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_TEXTS[status]}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function refuseFor(error: unknown, socket: Duplex, { log }: RealtimeDeps): void {
  if (error instanceof RequestError) return refuse(socket, error.status === 429 ? 429 : 401, error.message);
  log.error({ err: error }, 'a connection to realtime could not be opened');
  refuse(socket, 503, 'The service is not available');
}

/** Clients that do not answer the closing handshake in time are cut off. */
async function closeAll({ connections }: RealtimeService): Promise<void> {
  const open = [...connections];
  for (const { socket } of open) socket.close(CLOSE.restart, RESTARTS);
  const end = performance.now() + CLOSE_WITHIN_MS;
  while (connections.size > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  for (const { socket } of connections) socket.cut();
}
