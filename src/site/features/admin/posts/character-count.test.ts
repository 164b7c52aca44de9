import { expect, test } from 'vitest';
import { describeLength } from './character-count.tsx';

test('a length within what is shown is told plainly', () => {
  expect(describeLength(' Duty drawback ', 60)).toEqual({ text: '13 of 60 characters', isOver: false });
});

test('a longer one is told as such, counted by characters and not by code units', () => {
  expect(describeLength('𝒜'.repeat(60), 60).isOver).toBe(false);
  expect(describeLength('a'.repeat(61), 60)).toMatchObject({ isOver: true, text: expect.stringContaining('61') });
});
