import { expect, test } from 'vitest';
import { createBcryptQueue } from './bcrypt-queue.ts';

const LIMITS = { atOnce: 2, mostAdmitted: 5, mostOfOne: 4, retryAfterSeconds: 2 };
const ERROR = { name: 'RequestError', kind: 'too_many_requests', retryAfter: 2 };

/** Work that ends when its function is called. */
function work() {
  const running: (() => void)[] = [];
  const start = () => new Promise<void>((resolve) => running.push(resolve));
  return { running, start };
}

test('requests are admitted and computed up to the limits, and the next is rejected', async () => {
  const queue = createBcryptQueue(LIMITS);
  const { running, start } = work();
  const admitted = Array.from({ length: 5 }, (_, at) => queue.admit(`client ${at}`, () => queue.compute(start)));
  await expect.poll(() => running.length).toBe(2);
  await expect(queue.admit('one more', start)).rejects.toMatchObject(ERROR);
  for (let ended = 0; ended < 5; ended += 1) {
    await expect.poll(() => running.length).toBeGreaterThan(ended);
    running[ended]?.();
  }
  await Promise.all(admitted);
  expect(await queue.admit('one more', async () => 'served')).toBe('served');
});

test('one requester has a limited share, which is freed after success and error', async () => {
  const queue = createBcryptQueue(LIMITS);
  const { running, start } = work();
  const fail = async () => {
    await start();
    throw new Error('wrong');
  };
  const admitted = Promise.allSettled(Array.from({ length: 4 }, () => queue.admit('greedy', fail)));
  await expect(queue.admit('greedy', start)).rejects.toMatchObject(ERROR);
  expect(await queue.admit('modest', async () => 'served')).toBe('served');
  for (const end of running) end();
  expect((await admitted).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
  expect(await queue.admit('greedy', async () => 'again')).toBe('again');
});
