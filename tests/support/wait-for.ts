import { setTimeout as sleep } from 'node:timers/promises';

type Falsy = undefined | null | false;

/** Calls `ask` until it returns a truthy value, and returns that. Throws after ten seconds. */
export async function waitFor<T>(ask: () => T | Falsy | Promise<T | Falsy>): Promise<T> {
  const end = Date.now() + 10_000;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error('Nothing truthy within ten seconds.');
    await sleep(25);
  }
}
