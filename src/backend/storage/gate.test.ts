import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

test('no more work runs at a time than was said, and all of it runs', async () => {
  const gate = createGate({ atOnce: 2, waiting: 100 });
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
  const gate = createGate({ atOnce: 1, waiting: 1 });
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
