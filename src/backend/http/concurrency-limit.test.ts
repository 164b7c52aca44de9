import { expect, test } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

/** Work that ends when it is told to. */
function heldWork() {
  const started: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => started.push(resolve));
  return { started, work };
}

test('no more work of one key runs at a time than was said, and all of it runs', async () => {
  const limit = createConcurrencyLimit({ atOnce: 2, waiting: 100 });
  let running = 0;
  let most = 0;
  const work = async (n: number) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
    if (n % 5 === 0) throw new Error(`work ${n}`);
    return n;
  };
  const done = await Promise.allSettled(Array.from({ length: 30 }, (_, n) => limit('a', () => work(n))));
  expect(most).toBe(2);
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(24);
});

test('work beyond the queue is refused with a time to try again, other keys are served, and there is room afterwards', async () => {
  const limit = createConcurrencyLimit({ atOnce: 1, waiting: 1 });
  const { started, work } = heldWork();
  const [running, waiting] = [limit('a', work), limit('a', work)];
  await expect(limit('a', work)).rejects.toMatchObject({ kind: 'too_many_requests', retryAfter: 1 });
  expect(await limit('b', async () => 'served')).toBe('served');
  started[0]?.();
  await running;
  await expect.poll(() => started.length).toBe(2);
  started[1]?.();
  await waiting;
  expect(await limit('a', async () => 'served')).toBe('served');
});
