import { expect, test } from 'vitest';
import { initialsOf } from '../sections/person-figure.tsx';

test('a full name gives its first and last initials', () => {
  expect(initialsOf('Rajendra Kumar Shekhawat')).toBe('RS');
});

test('a title is not part of the name', () => {
  expect(initialsOf('CA Nandini Kothari')).toBe('NK');
});

test('a single name gives one initial', () => {
  expect(initialsOf('Meera')).toBe('M');
});

test('a remark in parentheses is left out', () => {
  expect(initialsOf('Rajendra Kumar Sharma (sample)')).toBe('RS');
});
