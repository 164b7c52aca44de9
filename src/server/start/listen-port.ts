import { type ListenOptions, type Server, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigurationError } from '#backend/configuration-error.ts';

/** A start that has just been told to stop closes its port before this. */
const PATIENCE_MS = 2_000;
const RETRY_MS = 100;

/**
 * Throws a ConfigurationError when the port stays in use or cannot be used, before anything is started; the reason of
 * `signal` when that is aborted.
 */
export async function requireFreePort(host: string, port: number, signal?: AbortSignal): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const error = await tryPort(host, port);
    if (error === null) return;
    if (error.code !== 'EADDRINUSE' || performance.now() >= end) throw portError(error, host, port);
    await sleep(RETRY_MS, undefined, { ...(signal && { signal }) });
  }
}

function tryPort(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', resolve);
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });
}

/** Resolves when `server` listens. Throws a ConfigurationError as `requireFreePort` does: the port may be taken since. */
export function listen(server: Server, options: ListenOptions & { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, options.host, options.port)));
    server.listen(options, resolve);
  });
}

/** The address of a web server; an IPv6 address stands in brackets. */
export function httpAddress(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The error of listening on a port, as a ConfigurationError if the operator can correct it. */
function portError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ConfigurationError(
        `Port ${port} of ${host} is in use. Stop what uses it, or set PORT to another one.`,
      );
    case 'EACCES':
      return new ConfigurationError(`Port ${port} needs more rights. Set PORT to 1024 or above.`);
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return new ConfigurationError(
        `HOST is ${host}, which is not an address of this machine. Set it to 127.0.0.1, 0.0.0.0 or one of its addresses.`,
      );
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ConfigurationError(
        `HOST is ${host}, a name that cannot be resolved. Set it to an address of this machine, such as 127.0.0.1.`,
      );
    default:
      return error;
  }
}
