import { expect, test } from 'vitest';
import { baseOfCopy, versionOfValues } from './copy-base.ts';

const savedAt = '2026-11-21T08:30:00.000Z';
const before = { base: 'v1', savedAt: '2026-11-21T08:29:59.999999+00:00' };
const after = { base: 'v2', savedAt: '2026-11-21T08:30:00.5+00:00' };

test('a copy has the base that it was written with', () => {
  expect(baseOfCopy({ base: 'v1', savedAt }, after)).toBe('v1');
  expect(baseOfCopy({ base: null, savedAt }, null)).toBeNull();
});

test('a copy without a base is based on the present version unless the item was saved after it', () => {
  expect(baseOfCopy({ base: undefined, savedAt }, before)).toBe('v1');
  expect(baseOfCopy({ base: undefined, savedAt }, after)).toBe(savedAt);
  expect(baseOfCopy({ base: undefined, savedAt }, versionOfValues({ name: 'Tax' }))).toBe(savedAt);
});
