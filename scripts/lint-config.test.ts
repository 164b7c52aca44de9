import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

test('import/no-cycle reports a cycle that leads through an alias', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lint-'));
  try {
    const config = await readFile(join(ROOT, '.oxlintrc.json'), 'utf8');
    await mkdir(join(folder, 'packages/backend/src'), { recursive: true });
    // Rules that need types would need node_modules in the folder.
    await writeFile(join(folder, '.oxlintrc.json'), config.replace('"typeAware": true', '"typeAware": false'));
    await writeFile(join(folder, 'package.json'), '{"imports":{"#backend/*":"./packages/backend/src/*"}}');
    await writeFile(
      join(folder, 'packages/backend/src/a.ts'),
      "import { b } from '#backend/b.ts';\nexport const a = () => b;\n",
    );
    await writeFile(
      join(folder, 'packages/backend/src/b.ts'),
      "import { a } from './a.ts';\nexport const b = () => a;\n",
    );
    const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint');
    const run = promisify(execFile)(process.execPath, [oxlint], { cwd: folder });
    await expect(run).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('import(no-cycle)') });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
