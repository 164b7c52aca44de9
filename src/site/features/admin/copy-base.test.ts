import { expect, test } from 'vitest';
import { baseOfCopy } from './copy-base.ts';

const savedAt = '2026-11-21T08:30:00.000Z';
const before = { base: '2026-11-21T08:29:59.999999+00:00', savedAt: '2026-11-21T08:29:59.999999+00:00' };
const after = { base: '2026-11-21T08:30:00.5+00:00', savedAt: '2026-11-21T08:30:00.5+00:00' };

test('a copy has the base that it was written with', () => {
  expect(baseOfCopy({ base: before.base, savedAt }, after)).toBe(before.base);
  expect(baseOfCopy({ base: null, savedAt }, null)).toBeNull();
});

test('a copy without a base is based on the present version unless the item was saved after it', () => {
  expect(baseOfCopy({ base: undefined, savedAt }, before)).toBe(before.base);
  expect(baseOfCopy({ base: undefined, savedAt }, after)).toBe(savedAt);
});

test('a copy whose base is the values of an older site is based on no present version', () => {
  expect(baseOfCopy({ base: '{"name":"Tax"}', savedAt }, after)).toBe(savedAt);
});
