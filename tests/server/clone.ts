import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ROOT } from '../support/root.ts';

/** A command that runs in a clone. */
export type Running = {
  child: ChildProcess;
  /** Both streams, as they come. */
  output: () => string;
  ended: Promise<number | null>;
};

export type Clone = {
  folder: string;
  /** Runs `scripts/run.mjs VERB` with this process's Node. */
  run: (verb: string, env?: Record<string, string>) => Running;
  /** Runs a program in the clone. */
  spawn: (program: string, args: readonly string[], env?: Record<string, string>) => Running;
};

/**
 * A clone of the repository without packages and sources. `npm ci` is a shell script there: installations are tested
 * without the registry.
 */
export async function makeClone(npmScript: string): Promise<Clone> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'clone-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of ['scripts', 'package.json', 'package-lock.json']) {
    await cp(join(ROOT, name), join(folder, name), { recursive: true });
  }
  const programs = join(folder, 'programs');
  await mkdir(programs);
  await writeFile(join(programs, 'npm'), `#!/bin/sh\n${npmScript}\n`);
  await chmod(join(programs, 'npm'), 0o755);

  const spawnIn: Clone['spawn'] = (program, args, env = {}) => {
    const path = `${programs}${delimiter}${process.env['PATH'] ?? ''}`;
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, PATH: path, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await ended;
    });
    return { child, output: () => output, ended };
  };
  return {
    folder,
    spawn: spawnIn,
    run: (verb, env) => spawnIn(process.execPath, ['scripts/run.mjs', verb], env),
  };
}

/** Installs what `start` needs: this process's Node, and a build that does nothing. */
export const INSTALL = `mkdir -p node_modules/.bin node_modules/@react-router/dev
ln -sf "${process.execPath}" node_modules/.bin/node
: > node_modules/@react-router/dev/bin.cjs`;
