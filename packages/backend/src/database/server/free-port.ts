import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Systems give ports from 32768 on (Linux) or 49152 on to outgoing connections and to servers that ask for any port. A
 * server on one of these would lose its port while it is restarted.
 */
const [FIRST, LAST] = [16_384, 32_767];

/** A port of 127.0.0.1 that nothing listens on, and that the system gives to nobody who does not ask for it. */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, LAST + 1);
  return (await isFree(port)) ? port : freePort();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
