import { expect, test } from 'vitest';
import { oldAddressOf } from './old-address.ts';

test.each([
  ['/2019/05/Customs-Duty/', '/2019/05/customs-duty'],
  ['/2019/05/customs-duty', '/2019/05/customs-duty'],
  ['/%E0%A4%86%E0%A4%AF/', '/आय'],
  ['/%e0%a4%86%e0%a4%af', '/आय'],
  ['/a.php///', '/a.php'],
])('%s is stored as %s', (path, stored) => {
  expect(oldAddressOf(path)).toBe(stored);
});

test.each(['/', '', '///', '//host/a', '/%00', '/a%0Ab', '/%', '/%ff', 'a/b', `/${'a'.repeat(1000)}`])(
  '%j is no old address',
  (path) => {
    expect(oldAddressOf(path)).toBeNull();
  },
);
