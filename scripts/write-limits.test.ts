import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withLimitTables } from './write-limits.ts';

const ROOT = join(import.meta.dirname, '..');
/** Exports of the files of limits that limit nobody: pauses of the process's own work, texts, types of files. */
const NO_LIMITS = [
  'SETTLE_EVERY_MS',
  'REMOVE_RENDERS_EVERY_MS',
  'REMOVE_UPLOADS_EVERY_MS',
  'OLD_LAYOUT_MS',
  'TOO_MANY_AT_ONCE',
];

test('docs/security.md has the limits of the code; `npm run write -- limits` writes them', async () => {
  expect((await withLimitTables()).isCurrent).toBe(true);
});

test('every limit of the services is in the table', async () => {
  const rows = await readFile(join(ROOT, 'scripts/limit-rows.ts'), 'utf8');
  for await (const file of glob('packages/backend/src/*/limits.ts', { cwd: ROOT })) {
    const text = await readFile(join(ROOT, file), 'utf8');
    const names = [...text.matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name);
    expect({ file, missing: names.filter((name) => !NO_LIMITS.includes(name) && !rows.includes(name)) }).toEqual({
      file,
      missing: [],
    });
  }
});
