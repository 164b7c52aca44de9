import { expect, test } from 'vitest';
import { FairQueue, NoPlace } from './fair-queue.ts';

/** Asks for a place; `order` gets the name when there is one. */
function ask(queue: FairQueue, order: string[], name: string, key: string): void {
  const turn = queue.enter(key);
  if (turn) void turn.then(() => order.push(name));
  else order.push(name);
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a key that asks for much gets one place for each of another key', async () => {
  const queue = new FairQueue({ places: 1 });
  const order: string[] = [];
  for (let n = 0; n < 5; n += 1) ask(queue, order, `a${n}`, 'a');
  for (let n = 0; n < 2; n += 1) ask(queue, order, `b${n}`, 'b');
  for (const key of ['a', 'a', 'b', 'a', 'b', 'a']) {
    queue.leave(key);
    await settle();
  }
  expect(order).toEqual(['a0', 'a1', 'b0', 'a2', 'b1', 'a3', 'a4']);
});

test('a key that holds fewer places is served first', async () => {
  const queue = new FairQueue({ places: 3 });
  const order: string[] = [];
  for (const [name, key] of [
    ['a0', 'a'],
    ['a1', 'a'],
    ['b0', 'b'],
  ] as const)
    ask(queue, order, name, key);
  ask(queue, order, 'a2', 'a');
  ask(queue, order, 'c0', 'c');
  queue.leave('b');
  await settle();
  expect(order.at(-1)).toBe('c0');
});

test('no more than the limits run and wait, of all keys and of one', async () => {
  const queue = new FairQueue({ places: 2, placesPerKey: 1, waiting: 2, waitingPerKey: 1 });
  const order: string[] = [];
  ask(queue, order, 'a0', 'a');
  ask(queue, order, 'a1', 'a');
  expect(() => queue.enter('a')).toThrow(NoPlace);
  ask(queue, order, 'b0', 'b');
  ask(queue, order, 'b1', 'b');
  expect(() => queue.enter('c')).toThrow('Too many wait');
  expect(order).toEqual(['a0', 'b0']);
  expect(queue.counts()).toEqual({ running: 2, waiting: 2, refused: 2 });
});

test('who waits too long gives up, and the place goes to the next', async () => {
  const queue = new FairQueue({ places: 1 });
  expect(queue.enter('a')).toBeNull();
  const late = queue.enter('b', 10);
  await expect(late).rejects.toMatchObject({ message: 'The wait took too long' });
  const next = queue.enter('c', 1000);
  queue.leave('a');
  await next;
  queue.leave('c');
  expect(queue.counts()).toEqual({ running: 0, waiting: 0, refused: 1 });
});

test('a queue keeps nothing of keys that have left', async () => {
  const queue = new FairQueue({ places: 1, waiting: 0 });
  expect(queue.enter('a')).toBeNull();
  expect(() => queue.enter('b')).toThrow(NoPlace);
  queue.leave('a');
  expect((queue as unknown as { keys: Map<string, unknown> }).keys.size).toBe(0);
});
