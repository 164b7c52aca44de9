import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';

const run = promisify(execFile);

/**
 * Copies the template `name` into `folder`, which must exist and be empty. The first caller of a test run creates the
 * template with `make`, which must stop every process that it starts there.
 */
export async function copyTemplate(
  name: string,
  folder: string,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  const template = join(inject('testRunFolder'), name);
  if (!existsSync(template)) await makeTemplate(template, make);
  // fs.cp does not keep the owner, and under root the database belongs to another account.
  await run('cp', ['-a', `${template}/.`, folder]);
}

/** Several workers may create the same template at once: each in a folder of its own, and the first to finish is used. */
async function makeTemplate(template: string, make: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(`${template}-`);
  await make(folder);
  await rename(folder, template).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(folder, { recursive: true, force: true });
  });
}
