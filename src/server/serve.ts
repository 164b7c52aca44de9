import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type HttpBindings, getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { BackendEnv } from '#backend/http/env.ts';
import { addressKey, clientAddress } from '#backend/http/client-address.ts';
import type { Usage } from '#backend/usage/usage.ts';
import { type Realtime, WEBSOCKET_PATH } from '#backend/realtime/open-realtime.ts';
import { answerInTurns } from './processes/fair-turns.ts';
import { followConnections, limitUnsent, onceClosed } from './processes/connections.ts';
import { isForAnotherSite } from './request-target.ts';
import { httpAddress, listen } from './start/listen-port.ts';
import type { MemoryListener } from './pages/send-answer.ts';
import type { ObserveRequest } from './monitoring/observe-requests.ts';

export type Serving = { url: string; stop: () => Promise<void> };

const DRAIN_MS = 10_000;
/**
 * A slow upload of ten megabytes takes minutes; headers never do. Headers may be larger than the longest URL, so that a
 * longer one gets the 414 of request-target.ts and not Node's 431.
 */
export const SERVER_LIMITS = {
  keepAliveTimeout: 30_000,
  headersTimeout: 60_000,
  requestTimeout: 300_000,
  maxHeaderSize: 32 * 1024,
};

/**
 * Connections that may wait to be accepted. With Node's 511 a burst of visitors gets lost SYN packets, which are sent
 * again after 1, 3 and 7 seconds. The kernel limits it to net.core.somaxconn, 4096 by default.
 */
const BACKLOG = 4096;

/** A client that takes nothing of its answer for so long is disconnected. */
export const WRITE_STALL_MS = 30_000;

type ListenerOptions = { siteUrl: string; trustProxy: number; usage: Usage; observe: ObserveRequest };

/** Creates the request listener of Node. Requests for another site get 421. */
export function createListener(
  app: Hono<BackendEnv>,
  { siteUrl, trustProxy, usage, observe }: ListenerOptions,
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  const unsent = limitUnsent(usage.held.unsentBytes);
  const answer = (request: Request, env: unknown) => {
    const { incoming, outgoing } = env as HttpBindings;
    const address = addressOf(incoming, trustProxy);
    return observe(incoming, addressKey(address), () => {
      if (isForAnotherSite(incoming.url ?? '', siteUrl)) return new Response(null, { status: 421 });
      return app.fetch(request, {
        clientAddress: address,
        onSent: (done) => onceClosed(outgoing, done),
        isGone: () => outgoing.closed,
      });
    });
  };
  // HTTP/1.0, which load balancers ask for the health in, has no Host.
  const listener = getRequestListener(answer, { hostname: new URL(siteUrl).host });
  return async (incoming, outgoing) => {
    await listener(incoming, outgoing);
    unsent.follow(outgoing, addressKey(addressOf(incoming, trustProxy)));
  };
}

/** The address of the client (http/client-address.ts). */
function addressOf({ socket, headers }: IncomingMessage, trustProxy: number): string {
  return clientAddress(socket.remoteAddress, String(headers['x-forwarded-for'] ?? ''), trustProxy);
}

/**
 * Serves the app, with `fromMemory` in front of it, and the WebSockets of `realtime`, null with a hosted backend. `stop`
 * closes these, waits for running requests, and closes their connections after DRAIN_MS.
 */
export async function serve(
  app: Hono<BackendEnv>,
  fromMemory: MemoryListener,
  realtime: Realtime | null,
  { host, port, ...rest }: ListenerOptions & { host: string; port: number },
): Promise<Serving> {
  const listener = createListener(app, rest);
  const upgrades = realtime && upgradesTo(realtime, rest);
  const server = createServer({ ...SERVER_LIMITS, ...(upgrades && { shouldUpgradeCallback: upgrades.accept }) });
  if (upgrades) server.on('upgrade', upgrades.answer);
  const connections = followConnections(server);
  connections.endStalled(WRITE_STALL_MS);
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (fromMemory(incoming, outgoing)) return;
    connections.track(outgoing);
    void listener(incoming, outgoing);
  };
  server.on('request', answerInTurns(server, { answer, onWaiting: connections.track }));
  await listen(server, { port, host, backlog: BACKLOG });
  const address = server.address() as AddressInfo;
  return {
    url: httpAddress(host, address.port),
    stop: async () => {
      // Sends the closing frames before the sockets are ended.
      const closed = realtime?.close();
      await connections.drain(DRAIN_MS);
      await closed;
    },
  };
}

type Upgrades = {
  /** Whether the request is to become a WebSocket. Others with an Upgrade header (h2c) are answered as without it. */
  accept: (incoming: IncomingMessage) => boolean;
  answer: (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void;
};

/** Gives requests for the WebSocket endpoint to the realtime service. */
export function upgradesTo(
  realtime: Realtime,
  { siteUrl, trustProxy }: { siteUrl: string; trustProxy: number },
): Upgrades {
  return {
    accept: ({ url = '', headers }) =>
      headers.upgrade?.toLowerCase() === 'websocket' &&
      !isForAnotherSite(url, siteUrl) &&
      URL.parse(url, siteUrl)?.pathname === WEBSOCKET_PATH,
    answer: (incoming, socket, head) => void realtime.upgrade(incoming, socket, head, addressOf(incoming, trustProxy)),
  };
}
