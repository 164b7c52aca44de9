import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { DestinationSettings } from '#operations/backup/destination/destination.ts';
import { STORAGE_URL_FORM, parseStorageUrl } from '#backend/storage/storage-url.ts';
import { text, wholeNumber } from './variables.ts';

export type BackupSettings = {
  /** Milliseconds between backups that the site makes by itself, or null. */
  everyMs: number | null;
  /** How long a process of the site runs before it makes any, in milliseconds. */
  firstAfterMs: number;
  to: DestinationSettings;
  /** How many backups are kept. */
  keep: number;
  passphrase: string | null;
};

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const LEAST_EVERY_MS = 5 * 60_000;
const MOST_EVERY_MS = 90 * 86_400_000;
const USUAL_EVERY_MS = 86_400_000;
/** A site that nobody told to make backups is not slowed by them when it starts, and a trial makes none. */
const USUAL_FIRST_AFTER_MS = 60 * 60_000;
const USUAL_KEEP = 7;
const MOST_KEEP = 9999;
const LEAST_PASSPHRASE = 12;

/** The variables of backups. */
export const backupVariables = {
  BACKUP_EVERY: text.transform((value, context) => {
    if (value === null || value === 'off') return value;
    const every = parseInterval(value);
    if (every !== 'invalid') return every;
    context.addIssue('is not off or an interval such as 1d, 12h or 30m, from 5 minutes to 90 days');
    return z.NEVER;
  }),
  BACKUP_TO: text.transform((value, context) => {
    const to = value === null ? null : parseDestination(value);
    if (to !== 'invalid') return to;
    context.addIssue(`cannot be read. Write a folder, or ${STORAGE_URL_FORM}`);
    return z.NEVER;
  }),
  BACKUP_KEEP: wholeNumber(1, MOST_KEEP).transform((value) => value ?? USUAL_KEEP),
  BACKUP_PASSPHRASE: text.refine(
    (value) => value === null || value.length >= LEAST_PASSPHRASE,
    `has fewer than ${LEAST_PASSPHRASE} characters; whoever has the file can try passphrases without limit`,
  ),
};

/** A destination as it is written in BACKUP_TO: a folder, or the address of an S3-compatible store. */
export function parseDestination(value: string): DestinationSettings | 'invalid' {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return { kind: 'folder', folder: resolve(value) };
  const settings = parseStorageUrl(value);
  return settings === 'invalid' ? 'invalid' : { kind: 's3', settings };
}

function parseInterval(value: string): number | 'invalid' {
  const [, count = '', unit = ''] = /^(\d{1,5})([mhd])$/.exec(value) ?? [];
  const every = Number(count) * (UNITS[unit] ?? Number.NaN);
  return every >= LEAST_EVERY_MS && every <= MOST_EVERY_MS ? every : 'invalid';
}

type BackupVariables = { [Name in keyof typeof backupVariables]: z.output<(typeof backupVariables)[Name]> };

export function backupSettings(data: BackupVariables, dataFolder: string): BackupSettings {
  return {
    everyMs: data.BACKUP_EVERY === 'off' ? null : (data.BACKUP_EVERY ?? USUAL_EVERY_MS),
    firstAfterMs: data.BACKUP_EVERY === null ? USUAL_FIRST_AFTER_MS : 0,
    to: data.BACKUP_TO ?? { kind: 'folder', folder: join(dataFolder, 'backups') },
    keep: data.BACKUP_KEEP,
    passphrase: data.BACKUP_PASSPHRASE,
  };
}
