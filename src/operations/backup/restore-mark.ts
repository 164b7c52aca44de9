import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { flushFolder } from '#backend/database/flush.ts';
import { unfinishedFolderOf } from '#backend/database/cluster-state.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';

/** What a restore that replaces a site notes in the data folder before it begins, and removes at its end. */
export type RestoreMark = {
  id: string;
  /** What `npm run restore` was given: a path, or a name in BACKUP_TO. */
  file: string;
  database: 'bundled' | 'external';
  /** Whether there was no site before. */
  wasEmpty: boolean;
  /** The name of the folder in the data folder to which the parts that were there before are moved. */
  replaced: string;
  /** The names of these parts. */
  before: string[];
};

/** A start does not take the folder of this file for an unfinished database (cluster-state.ts). */
const fileOf = (dataFolder: string): string => join(unfinishedFolderOf(dataFolder), 'restoring-a-backup.json');

/** The secrets of the backup until its rows are committed to an external database. */
export function nextSecretsFile(dataFolder: string): string {
  return join(unfinishedFolderOf(dataFolder), 'secrets.json');
}

/** Reads the mark of a restore that was interrupted, or runs; null without one. */
export function readRestoreMark(dataFolder: string): RestoreMark | null {
  const file = fileOf(dataFolder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RestoreMark) : null;
}

/** Writes the mark durably. An existing mark keeps its record of the earlier state. Returns the mark in force. */
export async function writeRestoreMark(dataFolder: string, begun: Omit<RestoreMark, 'id'>): Promise<RestoreMark> {
  const known = readRestoreMark(dataFolder);
  const { file, database } = begun;
  const mark = { ...(known?.database === database ? known : begun), id: randomUUID(), file };
  const folder = unfinishedFolderOf(dataFolder);
  if (!known) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = fileOf(dataFolder);
  await writeFile(`${path}.unfinished`, JSON.stringify(mark, null, 2), { mode: 0o600, flush: true });
  await rename(`${path}.unfinished`, path);
  for (const changed of [folder, dataFolder]) await flushFolder(changed);
  return mark;
}

export async function removeRestoreMark(dataFolder: string): Promise<void> {
  await rm(unfinishedFolderOf(dataFolder), { recursive: true, force: true });
  await flushFolder(dataFolder);
}

/** Throws a ConfigurationError with the two ways on when a restore was interrupted while it replaced the site. */
export function requireNoRestore(dataFolder: string): void {
  const mark = readRestoreMark(dataFolder);
  if (mark) throw interrupted(mark, dataFolder);
}

function interrupted({ file, wasEmpty }: RestoreMark, dataFolder: string): ConfigurationError {
  const back = wasEmpty
    ? 'Or take it back, to begin with an empty site:'
    : 'Or go back to the site that was there before:';
  return new ConfigurationError(
    `A restore into ${dataFolder} was interrupted, so that the site is a part of each. Nothing was changed now.\n` +
      `Complete it:  ${restoreCommand(file)}\n${back}  npm run restore -- --undo`,
  );
}

export function restoreCommand(file: string): string {
  return `npm run restore -- ${quoteForShell(file)} --force`;
}

/** A path as one word of a command. */
export function quoteForShell(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
