import { setTimeout as sleep } from 'node:timers/promises';

type Falsy = undefined | null | false;

/** Long for a loaded machine too. The machine of CI may be slower. */
const WAIT_MS = process.env['CI'] ? 45_000 : 10_000;

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
