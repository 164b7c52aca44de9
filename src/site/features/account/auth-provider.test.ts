import { afterEach, beforeEach, expect, test } from 'vitest';
import { dismissToast, listShownToasts, toast } from '#site/ui/toast.ts';
import { dropRepeatedToasts } from './auth-provider.tsx';

let stop = () => {};
beforeEach(() => {
  for (const { id } of listShownToasts()) dismissToast(id);
  stop = dropRepeatedToasts();
});
afterEach(() => stop());

test('the same message again replaces the first, unless each has a button of its own', () => {
  const undo = () => ({ label: 'Undo', hint: 'Undo', run: () => {} });
  toast({ title: 'Error', description: 'Failed to fetch posts' });
  toast({ title: 'Error', description: 'Failed to save post' });
  const again = toast({ title: 'Error', description: 'Failed to fetch posts' });
  expect(listShownToasts().map(({ description }) => description)).toEqual([
    'Failed to save post',
    'Failed to fetch posts',
  ]);
  expect(listShownToasts().at(-1)?.id).toBe(again);
  toast({ title: 'Deleted', action: undo() });
  toast({ title: 'Deleted', action: undo() });
  expect(listShownToasts().map(({ title }) => title)).toEqual(['Error', 'Deleted', 'Deleted']);
});
