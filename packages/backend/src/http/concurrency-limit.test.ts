import { expect, test } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

/** Work that ends when its entry in `started` is called. */
function heldWork() {
  const started: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => started.push(resolve));
  return { started, work };
}

/** Runs thirty pieces of work, some of which throw. */
async function runMany(limit: ReturnType<typeof createConcurrencyLimit>) {
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
  return { most, fulfilled: done.filter(({ status }) => status === 'fulfilled').length };
}

test.each([
  ['of one key', { placesPerKey: 2, waitingPerKey: 100 }],
  ['of all keys', { places: 2, waiting: 100 }],
])('no more work %s runs at a time than the limit, and all of it runs', async (_, options) => {
  expect(await runMany(createConcurrencyLimit(options))).toEqual({ most: 2, fulfilled: 24 });
});

test('work of a key beyond its queue is rejected with a time to retry, and other keys are served', async () => {
  const limit = createConcurrencyLimit({ placesPerKey: 1, waitingPerKey: 1 });
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

test('work beyond the total queue is rejected with the given message, and admitted again afterwards', async () => {
  const limit = createConcurrencyLimit({ places: 1, waiting: 1, message: 'try again' });
  const { started, work } = heldWork();
  const [first, second] = [limit('a', work), limit('b', work)];
  await expect(limit('c', work)).rejects.toMatchObject({ kind: 'too_many_requests', message: 'try again' });
  started.shift()?.();
  await first;
  await expect.poll(() => started.length).toBe(1);
  started.shift()?.();
  await second;
  expect(await limit('c', async () => 'served')).toBe('served');
});

test('a key takes no more than its share of the total, and other keys pass it in the queue', async () => {
  const limit = createConcurrencyLimit({ places: 2, waiting: 10, placesPerKey: 1, waitingPerKey: 2 });
  const { work } = heldWork();
  for (let n = 0; n < 3; n += 1) void limit('greedy', work);
  await expect(limit('greedy', work)).rejects.toMatchObject({ kind: 'too_many_requests' });
  expect(await limit('modest', async () => 'served')).toBe('served');
  expect(await limit('modest', async () => 'again')).toBe('again');
});

test('a free place goes to the key that waits longest, below its share', async () => {
  const limit = createConcurrencyLimit({ places: 2, waiting: 10, placesPerKey: 1 });
  const started: string[] = [];
  const ends: Record<string, () => void> = {};
  const begin = (name: string, key: string) =>
    limit(key, () => new Promise<void>((resolve) => (started.push(name), (ends[name] = resolve))));
  const [a1, b1] = [begin('a1', 'a'), begin('b1', 'b')];
  const [a2, c1, d1] = [begin('a2', 'a'), begin('c1', 'c'), begin('d1', 'd')];
  ends['b1']?.();
  await b1;
  await Promise.resolve();
  expect(started).toEqual(['a1', 'b1', 'c1']);
  ends['a1']?.();
  await a1;
  await Promise.resolve();
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2']);
  ends['a2']?.();
  ends['c1']?.();
  await Promise.all([a2, c1]);
  expect(started.at(-1)).toBe('d1');
  ends['d1']?.();
  await d1;
});
