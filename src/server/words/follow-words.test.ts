import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { setCurrentWords } from '#site/content/current-words.ts';
import { firm } from '#site/content/firm.ts';
import { followWords } from './follow-words.ts';
import { listMisfits, type StoredWords } from './read-words.ts';

const BUILT_IN = firm.name;
const named = (name: string): StoredWords => [{ page: 'firm', words: { name } }];
let stop = (): void => {};
afterEach(() => {
  stop();
  setCurrentWords('firm', null);
});

/** Follows a store whose reads are answered by hand. */
function followStore(options: { freshForMs?: number } = {}) {
  const reads: PromiseWithResolvers<StoredWords>[] = [];
  const seen = { changes: 0, errors: 0 };
  const words = followWords({
    ...options,
    read: () => {
      const answer = Promise.withResolvers<StoredWords>();
      reads.push(answer);
      return answer.promise;
    },
    onChange: () => (seen.changes += 1),
    onError: () => (seen.errors += 1),
  });
  stop = words.stop;
  return { words, reads, seen };
}

const isSettled = async (promise: Promise<void>): Promise<boolean> => {
  const pending = Symbol('pending');
  return (await Promise.race([promise, sleep(20, pending)])) !== pending;
};

test('words are in force when `ready` resolves, and are read once', async () => {
  const { words, reads, seen } = followStore();
  const ready = [words.ready(), words.ready()];
  expect(await isSettled(ready[0]!)).toBe(false);
  reads[0]!.resolve(named('Rao & Co'));
  await Promise.all(ready);
  expect(firm.name).toBe('Rao & Co');
  await words.ready();
  expect([reads.length, seen.changes]).toEqual([1, 1]);
});

test('a change during a read is read again before `ready` resolves', async () => {
  const { words, reads } = followStore();
  words.expire();
  const ready = words.ready();
  reads[0]!.resolve(named('Before'));
  expect(await isSettled(ready)).toBe(false);
  reads[1]!.resolve(named('After'));
  await ready;
  expect(firm.name).toBe('After');
});

test('while the words cannot be read the last ones stay, nobody waits, and they are read again', async () => {
  const { words, reads, seen } = followStore();
  reads[0]!.resolve(named('Rao & Co'));
  await words.ready();
  words.expire();
  reads[1]!.reject(new Error('down'));
  await words.ready();
  expect(firm.name).toBe('Rao & Co');
  await expect.poll(() => reads.length).toBe(3);
  reads[2]!.resolve([]);
  await expect.poll(() => firm.name).toBe(BUILT_IN);
  expect(seen).toEqual({ changes: 2, errors: 1 });
});

test('however often they are expired during an outage, there is one next attempt', async () => {
  let reads = 0;
  const read = (): Promise<StoredWords> => {
    reads += 1;
    return Promise.reject(new Error('down'));
  };
  const words = followWords({ read, onError: () => {} });
  stop = words.stop;
  for (let n = 0; n < 10; n += 1) {
    await sleep(1);
    words.expire();
  }
  await sleep(1);
  const before = reads;
  await sleep(1200);
  expect(reads - before).toBe(1);
});

test('words that may be old are read again', async () => {
  const { words, reads } = followStore({ freshForMs: 5 });
  reads[0]!.resolve(named('Rao & Co'));
  await words.ready();
  await sleep(10);
  const ready = words.ready();
  expect(reads).toHaveLength(2);
  reads[1]!.resolve(named('Rao & Sons'));
  await ready;
  expect(firm.name).toBe('Rao & Sons');
});

test('the same words are no change, and those that do not fit are named', async () => {
  const { words, reads, seen } = followStore();
  reads[0]!.resolve([
    { page: 'firm', words: { name: 1, email: 'new@firm.example' } },
    { page: 'gone', words: {} },
  ]);
  await words.ready();
  expect([firm.name, firm.email]).toEqual([BUILT_IN, 'new@firm.example']);
  expect(listMisfits()).toEqual(['firm.name']);
  words.expire();
  reads[1]!.resolve([{ page: 'firm', words: { email: 'new@firm.example' } }]);
  await words.ready();
  expect([seen.changes, listMisfits()]).toEqual([1, []]);
});
