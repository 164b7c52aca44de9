import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Linux takes the ports of outgoing connections from 32768 on: one of these is not taken before the app listens on it. */
const [FIRST, LAST] = [16_384, 32_767];

/** A port of 127.0.0.1 that nothing listens on. */
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
