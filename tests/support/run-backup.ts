import { spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { extractBackup } from '#operations/backup/extract-backup.ts';
import type { Manifest } from '#operations/backup/manifest.ts';
import { ROOT, programEnv } from './app-process.ts';

export type Ran = { code: number | null; stdout: Buffer; stderr: string };

/** Runs `npm run backup -- …` or `npm run restore -- …` with this environment, to its end. */
export async function runOperator(
  program: 'backup' | 'restore',
  words: readonly string[],
  env: Record<string, string>,
): Promise<Ran> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `src/cli/${program}.ts`, ...words], {
    cwd: ROOT,
    env: { ...programEnv(), NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([buffer(child.stdout), buffer(child.stderr)]);
  return { code: await ended, stdout, stderr: stderr.toString() };
}

/** The same, which must succeed. */
export async function runWell(...run: Parameters<typeof runOperator>): Promise<Ran> {
  const ran = await runOperator(...run);
  if (ran.code !== 0) throw new Error(`npm run ${run[0]} ended with ${ran.code}:\n${ran.stderr}`);
  return ran;
}

/** The one backup in a folder. */
export async function onlyBackupIn(folder: string): Promise<string> {
  const names = await readdir(folder);
  if (names.length !== 1) throw new Error(`Not one backup: ${names.join(', ')}`);
  return join(folder, names[0]!);
}

/** What a backup says that it holds. */
export async function manifestOf(file: string): Promise<Manifest> {
  const folder = await mkdtemp(join(tmpdir(), 'manifest-'));
  try {
    const source = Readable.from([await readFile(file)]);
    return (await extractBackup(source, { folder, label: file, passphrase: null })).manifest;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
