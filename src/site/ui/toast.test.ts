import { beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, listShownToasts, subscribeToToasts, toast } from './toast.ts';

beforeEach(() => {
  for (const { id } of listShownToasts()) dismissToast(id);
});

test('a message is shown until it is dismissed', () => {
  const id = toast({ title: 'Success', description: 'Post created successfully!' });
  expect(listShownToasts()).toEqual([{ id, title: 'Success', description: 'Post created successfully!' }]);
  dismissToast(id);
  expect(listShownToasts()).toEqual([]);
});

test('at most three are shown, and the oldest gives way', () => {
  for (const title of ['one', 'two', 'three', 'four']) toast({ title });
  expect(listShownToasts().map((one) => one.title)).toEqual(['two', 'three', 'four']);
});

test('a listener hears of each change until it leaves', () => {
  const listener = vi.fn();
  const leave = subscribeToToasts(listener);
  toast({ title: 'heard' });
  leave();
  toast({ title: 'unheard' });
  expect(listener).toHaveBeenCalledTimes(1);
});

test('the list keeps its identity while nothing changes, as useSyncExternalStore requires', () => {
  toast({ title: 'one' });
  expect(listShownToasts()).toBe(listShownToasts());
});
