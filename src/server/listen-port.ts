import { createServer } from 'node:net';
import { ConfigurationError } from '#contract/configuration-error.ts';

/** Throws a ConfigurationError when the port is in use, before anything is started. */
export async function requireFreePort(host: string, port: number): Promise<void> {
  if (port === 0) return;
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, host, port)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/** The error of listening on a port, as a ConfigurationError where the operator can mend it. */
export function portError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new ConfigurationError(`Port ${port} of ${host} is in use. Stop what uses it, or set PORT to another one.`);
  }
  if (error.code === 'EACCES')
    return new ConfigurationError(`Port ${port} needs more rights. Set PORT to 1024 or above.`);
  return error;
}
