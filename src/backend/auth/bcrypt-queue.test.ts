import { expect, test } from 'vitest';
import { createBcryptQueue } from './bcrypt-queue.ts';

const LIMITS = { atOnce: 2, mostWaiting: 3, mostOfOne: 4, retryAfterSeconds: 2 };
const REFUSAL = { name: 'RequestFault', kind: 'too_many_requests', retryAfter: 2 };

/** Work that ends when it is told to. */
function work() {
  const running: (() => void)[] = [];
  const start = () => new Promise<void>((resolve) => running.push(resolve));
  return { running, start };
}

test('so many run at once, so many wait, and the next is refused', async () => {
  const queue = createBcryptQueue(LIMITS);
  const { running, start } = work();
  const accepted = Array.from({ length: 5 }, (_, at) => queue(`client ${at}`, start));
  await expect.poll(() => running.length).toBe(2);
  await expect(queue('one more', start)).rejects.toMatchObject(REFUSAL);
  for (let ended = 0; ended < 5; ended += 1) {
    await expect.poll(() => running.length).toBeGreaterThan(ended);
    running[ended]?.();
  }
  await Promise.all(accepted);
});

test('one requester has a share only, and gets it back, also after a failure', async () => {
  const queue = createBcryptQueue({ ...LIMITS, mostWaiting: 100 });
  const { running, start } = work();
  const fail = () => start().then(() => Promise.reject(new Error('wrong')));
  const accepted = Promise.allSettled(Array.from({ length: 4 }, () => queue('greedy', fail)));
  await expect(queue('greedy', start)).rejects.toMatchObject(REFUSAL);
  const other = queue('modest', async () => 'served');
  for (let ended = 0; ended < 4; ended += 1) {
    await expect.poll(() => running.length).toBeGreaterThan(ended);
    running[ended]?.();
  }
  expect(await other).toBe('served');
  expect((await accepted).every(({ status }) => status === 'rejected')).toBe(true);
  expect(await queue('greedy', async () => 'again')).toBe('again');
});
