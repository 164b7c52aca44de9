import { expect, test } from 'vitest';
import { holdsPackages } from './lock-file.ts';

const lockFile = (versions: Record<string, string>) => ({
  packages: {
    '': { version: '0.1.0' },
    ...Object.fromEntries(Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version }])),
  },
});

test('more packages than wanted are enough', () => {
  expect(holdsPackages(lockFile({ react: '19.0.0', hono: '4.0.0' }), lockFile({ react: '19.0.0' }))).toBe(true);
});

test('a missing package or another version is not enough', () => {
  expect(holdsPackages(lockFile({ react: '19.0.0' }), lockFile({ react: '19.0.0', hono: '4.0.0' }))).toBe(false);
  expect(holdsPackages(lockFile({ react: '19.0.1' }), lockFile({ react: '19.0.0' }))).toBe(false);
});
