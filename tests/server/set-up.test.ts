import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

test('with NODE_ENV=production in the environment the packages that build the site are installed too', async () => {
  const clone = await mkdtemp(join(tmpdir(), 'set-up-'));
  onTestFinished(() => rm(clone, { recursive: true }));
  for (const name of ['scripts', 'package.json', 'package-lock.json']) {
    await cp(join(ROOT, name), join(clone, name), { recursive: true });
  }
  const programs = join(clone, 'programs');
  await mkdir(programs);
  await writeFile(join(programs, 'npm'), '#!/bin/sh\necho "$@" > arguments.txt\n');
  await chmod(join(programs, 'npm'), 0o755);

  const env = { ...process.env, NODE_ENV: 'production', PATH: programs + delimiter + process.env.PATH };
  const start = promisify(execFile)(process.execPath, ['scripts/run.mjs', 'start'], { cwd: clone, env });
  await expect(start).rejects.toThrow('did not install its program');
  expect(await readFile(join(clone, 'arguments.txt'), 'utf8')).toMatch(/^ci --include=dev /);
});
