import { expect, test } from 'vitest';
import { sizeInWords } from './backup-list.tsx';

test('a size has one decimal from a megabyte', () => {
  expect([0, 512, 1536, 1.5 * 1024 ** 2, 20 * 1024 ** 3, 5000 * 1024 ** 4].map(sizeInWords)).toEqual([
    '0 bytes',
    '512 bytes',
    '2 kB',
    '1.5 MB',
    '20.0 GB',
    '5000.0 TB',
  ]);
});
