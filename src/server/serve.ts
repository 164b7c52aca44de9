import { type IncomingMessage, type Server, createServer } from 'node:http';
import { type AddressInfo, createServer as createProbe } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { BackendEnv } from '#backend/http/env.ts';
import { clientAddress } from '#backend/http/client-address.ts';
import { ConfigurationError } from './config.ts';

export type Serving = { url: string; stop: () => Promise<void> };

const DRAIN_MS = 10_000;
/** A picture of ten megabytes from a slow phone takes minutes; headers never do. */
const LIMITS = { keepAliveTimeout: 30_000, headersTimeout: 60_000, requestTimeout: 300_000 };

/** Throws a ConfigurationError when somebody else already listens there, before anything is started. */
export async function requireFreePort(host: string, port: number): Promise<void> {
  if (port === 0) return;
  await new Promise<void>((resolve, reject) => {
    const probe = createProbe();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, host, port)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/** Serves the app. `stop` lets running requests end, then closes; those that take too long are cut. */
export async function serve(
  app: Hono<BackendEnv>,
  { host, port, trustProxy }: { host: string; port: number; trustProxy: boolean },
): Promise<Serving> {
  const listener = getRequestListener((request, env) => {
    const { incoming } = env as { incoming: IncomingMessage };
    const forwardedFor = request.headers.get('X-Forwarded-For');
    return app.fetch(request, {
      clientAddress: clientAddress(incoming.socket.remoteAddress, forwardedFor, trustProxy),
    });
  });
  const server = createServer(LIMITS, (incoming, outgoing) => {
    void listener(incoming, outgoing);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, host, port)));
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`, stop: () => drain(server) };
}

function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function portError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new ConfigurationError(`Port ${port} of ${host} is in use. Stop what uses it, or set PORT to another one.`);
  }
  if (error.code === 'EACCES')
    return new ConfigurationError(`Port ${port} needs more rights. Set PORT to 1024 or above.`);
  return error;
}
