import { expect, test } from 'vitest';
import { describeLength } from './post-settings.tsx';

test('a length within the limit is described as such', () => {
  expect(describeLength(' Duty drawback ', 60)).toEqual({ text: '13 of 60 characters', isOver: false });
});

test('a longer text is over the limit, counted in characters and not in code units', () => {
  expect(describeLength('𝒜'.repeat(60), 60).isOver).toBe(false);
  expect(describeLength('a'.repeat(61), 60)).toMatchObject({ isOver: true, text: expect.stringContaining('61') });
});
