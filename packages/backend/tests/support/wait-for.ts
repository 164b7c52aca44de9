import { setTimeout as sleep } from 'node:timers/promises';
import { SLOWNESS } from './slowness.ts';

type Falsy = undefined | null | false;

const WAIT_MS = 10_000 * SLOWNESS;

/** Calls `ask` until it returns a truthy value, and returns that. Throws after `WAIT_MS`. */
export async function waitFor<T>(ask: () => T | Falsy | Promise<T | Falsy>): Promise<T> {
  const end = Date.now() + WAIT_MS;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`Nothing truthy within ${WAIT_MS} ms.`);
    await sleep(25);
  }
}
