import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { DestinationSettings } from '#operations/backup/destination.ts';
import type { BackupSettings } from '#operations/backup/settings.ts';
import { STORAGE_URL_FORM, parseStorageUrl } from '#backend/storage/storage-url.ts';
import { ACTIVITY_DAYS, ACTIVITY_DAYS_RANGE } from '#contract/retention.ts';
import { DEFAULT_REST_SETTINGS, type RestSettings } from '#backend/rest/rest-settings.ts';

/** A variable that is on or off. */
export const flag = (whenUnset: boolean) =>
  z
    .enum(['true', 'false', '1', '0', ''])
    .optional()
    .transform((value) => (value ? value === 'true' || value === '1' : whenUnset));

/** A text without spaces around it; null where it is unset or empty. */
export const text = z
  .string()
  .optional()
  .transform((value) => value?.trim() || null);

/** A variable that is a whole number; null where it is unset or empty. */
export const wholeNumber = (least: number, most: number) =>
  text
    .refine(
      (value) => value === null || (/^\d{1,6}$/.test(value) && Number(value) >= least && Number(value) <= most),
      `is not a whole number from ${least} to ${most}`,
    )
    .transform((value) => (value === null ? null : Number(value)));

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const MIN_EVERY_MS = 5 * 60_000;
const MAX_EVERY_MS = 90 * 86_400_000;
const DEFAULT_EVERY_MS = 86_400_000;
/** Without BACKUP_EVERY the first backup is made this late, so that it slows no start, and a trial makes none. */
const DEFAULT_FIRST_AFTER_MS = 60 * 60_000;
const DEFAULT_KEEP = 7;
const MAX_KEEP = 9999;
const MIN_PASSPHRASE_LENGTH = 12;

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
  BACKUP_KEEP: wholeNumber(1, MAX_KEEP).transform((value) => value ?? DEFAULT_KEEP),
  BACKUP_PASSPHRASE: text.refine(
    (value) => value === null || value.length >= MIN_PASSPHRASE_LENGTH,
    `has fewer than ${MIN_PASSPHRASE_LENGTH} characters; whoever has the file can try passphrases without limit`,
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
  return every >= MIN_EVERY_MS && every <= MAX_EVERY_MS ? every : 'invalid';
}

type BackupVariables = { [Name in keyof typeof backupVariables]: z.output<(typeof backupVariables)[Name]> };

export function backupSettings(
  data: BackupVariables,
  site: Pick<BackupSettings, 'siteUrl' | 'dataFolder' | 'databaseUrl' | 'store'>,
): BackupSettings {
  return {
    ...site,
    everyMs: data.BACKUP_EVERY === 'off' ? null : (data.BACKUP_EVERY ?? DEFAULT_EVERY_MS),
    firstAfterMs: data.BACKUP_EVERY === null ? DEFAULT_FIRST_AFTER_MS : 0,
    to: data.BACKUP_TO ?? { kind: 'folder', folder: join(site.dataFolder, 'backups') },
    keep: data.BACKUP_KEEP,
    passphrase: data.BACKUP_PASSPHRASE,
  };
}

export type MonitoringSettings = {
  /** The bearer token that may read /metrics from anywhere; null: only this machine may read it. */
  metricsToken: string | null;
  /** Requests that take as long are named in the log, in milliseconds; null for none. */
  slowRequestMs: number | null;
};

/** A token that is guessed must cost more than the metrics are worth. */
const TOKEN_LENGTH = 16;
const SLOW_REQUEST_MS = 2000;

export const monitoringVariables = {
  METRICS_TOKEN: text.refine(
    (value) => value === null || value.length >= TOKEN_LENGTH,
    `is shorter than ${TOKEN_LENGTH} characters`,
  ),
  SLOW_REQUEST_MS: wholeNumber(0, 600_000),
};

export function monitoringSettings(data: {
  METRICS_TOKEN: string | null;
  SLOW_REQUEST_MS: number | null;
}): MonitoringSettings {
  return { metricsToken: data.METRICS_TOKEN, slowRequestMs: (data.SLOW_REQUEST_MS ?? SLOW_REQUEST_MS) || null };
}

export const peopleVariables = {
  KEEP_ACTIVITY_DAYS: wholeNumber(ACTIVITY_DAYS_RANGE.least, ACTIVITY_DAYS_RANGE.most).transform(
    (days) => days ?? ACTIVITY_DAYS,
  ),
};

/** Schemas of PostgreSQL and of the services, which are never exposed. */
const INTERNAL =
  /^(?:pg_.*|information_schema|auth|mail|storage|realtime|backend|operator|extensions|supabase_migrations)$/;

export const restVariables = {
  REST_SCHEMAS: text.transform((value, context): RestSettings['schemas'] => {
    const [first, ...others] = value?.split(',').map((name) => name.trim()) ?? DEFAULT_REST_SETTINGS.schemas;
    const schemas: RestSettings['schemas'] = [first ?? '', ...others];
    const isList = schemas.every((name) => name !== '' && !INTERNAL.test(name));
    // Requests without a profile, as the site's own, go to the first schema.
    if (isList && first === 'public') return schemas;
    if (isList) context.addIssue('does not begin with public, where the pages of the site read. Write public first');
    else
      context.addIssue(
        'is not a list of schemas with commas between, such as public,api, without those of the services',
      );
    return z.NEVER;
  }),
  REST_AGGREGATES: flag(DEFAULT_REST_SETTINGS.aggregates),
  REST_EXPLAIN: flag(DEFAULT_REST_SETTINGS.explain),
  REST_TX_ROLLBACK: flag(DEFAULT_REST_SETTINGS.rollback),
};

type RestVariables = { [Name in keyof typeof restVariables]: z.output<(typeof restVariables)[Name]> };

export function restSettings(data: RestVariables): RestSettings {
  return {
    schemas: data.REST_SCHEMAS,
    aggregates: data.REST_AGGREGATES,
    explain: data.REST_EXPLAIN,
    rollback: data.REST_TX_ROLLBACK,
  };
}
