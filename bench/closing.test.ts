import { expect, test } from 'vitest';
import { createClosing } from './closing.ts';

test('everything that is open is closed once, the last first', async () => {
  const closing = createClosing();
  const closed: string[] = [];
  const note = (name: string) => closing.add(async () => void closed.push(name));
  note('a');
  const closeB = note('b');
  note('c');
  await closeB();
  await closeB();
  expect(closing.hasBegun()).toBe(false);
  await Promise.all([closing.closeAll(), closing.closeAll()]);
  expect(closing.hasBegun()).toBe(true);
  expect(closed).toEqual(['b', 'c', 'a']);
});
