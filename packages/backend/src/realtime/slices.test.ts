import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSlices } from './slices.ts';

test('short work is done at once', async () => {
  const inSlices = createSlices();
  const done: number[] = [];
  const all = inSlices([1, 2, 3], (n) => done.push(n));
  expect(done).toEqual([1, 2, 3]);
  await all;
});

test('long work lets other work of the process run, and keeps its order', async () => {
  const inSlices = createSlices();
  const done: string[] = [];
  const workFor = (ms: number) => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  };
  const items = (name: string) => Array.from({ length: 40 }, (_, n) => `${name}${n}`);
  const work = (item: string) => {
    workFor(1);
    done.push(item);
  };
  const all = [inSlices(items('a'), work), inSlices(items('b'), work)];
  expect(done.length).toBeLessThan(20);
  await turn();
  const isBetween = done.length < 80;
  await Promise.all(all);
  expect(isBetween).toBe(true);
  expect(done).toEqual([...items('a'), ...items('b')]);
});
