import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

const never = () => new Promise<void>(() => {});

test('no more work runs at a time than was said, and all of it runs', async () => {
  const gate = createSemaphore({ atOnce: 2, waiting: 100 });
  let running = 0;
  let most = 0;
  const work = async (n: number) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 2));
    running -= 1;
    if (n % 5 === 0) throw new Error(`work ${n}`);
    return n;
  };
  const done = await Promise.allSettled(Array.from({ length: 30 }, (_, n) => gate(() => work(n))));
  expect(most).toBe(2);
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(24);
});

test('whoever finds the line full is sent away, and the next is let in again', async () => {
  const gate = createSemaphore({ atOnce: 1, waiting: 1 });
  const done: (() => void)[] = [];
  const hold = () => gate(() => new Promise<void>((resolve) => done.push(resolve)));
  const [first, second] = [hold(), hold()];
  await expect(hold()).rejects.toMatchObject({ code: 'SlowDown' });
  done.shift()?.();
  await first;
  done.shift()?.();
  await second;
  expect(await gate(async () => 'in')).toBe('in');
});

test('a key takes no more than its share, and is passed over by others who wait', async () => {
  const gate = createSemaphore({ atOnce: 2, waiting: 10, atOncePerKey: 1, waitingPerKey: 2 });
  for (let n = 0; n < 3; n += 1) void gate(never, 'greedy');
  await expect(gate(never, 'greedy')).rejects.toMatchObject({ code: 'SlowDown' });
  expect(await gate(async () => 'served', 'modest')).toBe('served');
  expect(await gate(async () => 'again', 'modest')).toBe('again');
});

test('places that become free go to whoever waits and has not reached its share', async () => {
  const gate = createSemaphore({ atOnce: 2, waiting: 10, atOncePerKey: 1 });
  const started: string[] = [];
  const ends: Record<string, () => void> = {};
  const begin = (name: string, key: string) =>
    gate(() => new Promise<void>((resolve) => (started.push(name), (ends[name] = resolve))), key);
  const [a1, b1] = [begin('a1', 'a'), begin('b1', 'b')];
  const [a2, c1] = [begin('a2', 'a'), begin('c1', 'c')];
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
});
