import { type IncomingMessage, createServer } from 'node:http';
import { type AddressInfo, createServer as createProbe } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { BackendEnv } from '#backend/http/env.ts';
import { clientAddress } from '#backend/http/client-address.ts';
import { ConfigurationError } from '#contract/configuration-error.ts';
import { followConnections } from './connections.ts';
import { isForAnotherSite } from './limit-target.ts';
import type { MemoryListener } from './memory-listener.ts';

export type Serving = { url: string; stop: () => Promise<void> };

const DRAIN_MS = 10_000;
/**
 * A slow upload of ten megabytes takes minutes; headers never do. Headers may be larger than the longest URL, so that a
 * longer one gets the 414 of limit-target.ts and not Node's 431.
 */
export const SERVER_LIMITS = {
  keepAliveTimeout: 30_000,
  headersTimeout: 60_000,
  requestTimeout: 300_000,
  maxHeaderSize: 32 * 1024,
};

/** Throws a ConfigurationError when the port is in use, before anything is started. */
export async function requireFreePort(host: string, port: number): Promise<void> {
  if (port === 0) return;
  await new Promise<void>((resolve, reject) => {
    const probe = createProbe();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, host, port)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/** Creates the request listener of Node. Requests for another site get 421. */
export function createListener(
  app: Hono<BackendEnv>,
  { siteUrl, trustProxy }: { siteUrl: string; trustProxy: number },
): ReturnType<typeof getRequestListener> {
  return getRequestListener((request, env) => {
    const { incoming } = env as { incoming: IncomingMessage };
    if (isForAnotherSite(incoming.url ?? '', siteUrl)) return new Response(null, { status: 421 });
    const forwardedFor = request.headers.get('X-Forwarded-For');
    return app.fetch(request, {
      clientAddress: clientAddress(incoming.socket.remoteAddress, forwardedFor, trustProxy),
    });
  });
}

/**
 * Serves the app, with `fromMemory` in front of it. `stop` waits for running requests, and closes their connections
 * after DRAIN_MS.
 */
export async function serve(
  app: Hono<BackendEnv>,
  fromMemory: MemoryListener,
  { host, port, ...rest }: { host: string; port: number; siteUrl: string; trustProxy: number },
): Promise<Serving> {
  const listener = createListener(app, rest);
  const server = createServer(SERVER_LIMITS, (incoming, outgoing) => {
    if (fromMemory(incoming, outgoing)) return;
    connections.track(outgoing);
    void listener(incoming, outgoing);
  });
  const connections = followConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, host, port)));
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    stop: () => connections.drain(DRAIN_MS),
  };
}

function portError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new ConfigurationError(`Port ${port} of ${host} is in use. Stop what uses it, or set PORT to another one.`);
  }
  if (error.code === 'EACCES')
    return new ConfigurationError(`Port ${port} needs more rights. Set PORT to 1024 or above.`);
  return error;
}
