import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { extractBackup } from '#operations/backup/extract-backup.ts';
import type { Manifest } from '#operations/backup/manifest.ts';
import { type Ended, runProgramToEnd } from './run-program.ts';

/** Runs `npm run backup -- …` or `npm run restore -- …` with this environment, to its end. */
export function runOperator(
  program: 'backup' | 'restore',
  words: readonly string[],
  env: Record<string, string>,
): Promise<Ended> {
  return runProgramToEnd([`src/cli/${program}.ts`, ...words], env);
}

/** The same, which must succeed. */
export async function runWell(...run: Parameters<typeof runOperator>): Promise<Ended> {
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
