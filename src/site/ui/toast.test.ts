import { beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, dismissToastsOf, listShownToasts, subscribeToToasts, toast } from './toast.ts';

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

test('a message takes the place of the earlier one of the same action, and of the same words', () => {
  toast({ title: 'Failed', variant: 'destructive' }, 'save');
  toast({ title: 'Saved' }, 'save');
  toast({ title: 'Not read', description: 'posts' });
  toast({ title: 'Not read' });
  toast({ title: 'Not read' });
  expect(listShownToasts().map(({ title, description }) => [title, description])).toEqual([
    ['Saved', undefined],
    ['Not read', 'posts'],
    ['Not read', undefined],
  ]);
});

test('messages with a button stay beside each other, since each undoes something else', () => {
  const action = { label: 'Undo', hint: 'Undo', run: () => {} };
  toast({ title: 'Deleted', action });
  toast({ title: 'Deleted', action });
  expect(listShownToasts()).toHaveLength(2);
});

test('the messages of an action are removed together', () => {
  toast({ title: 'Failed' }, 'delete');
  toast({ title: 'Other' }, 'save');
  dismissToastsOf('delete');
  expect(listShownToasts().map(({ title }) => title)).toEqual(['Other']);
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
