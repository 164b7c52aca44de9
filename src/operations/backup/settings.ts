import { join } from 'node:path';
import type { S3Settings } from '#backend/storage/storage-url.ts';
import type { DestinationSettings } from './destination.ts';

/** Migrations, seed and mail templates, in the Supabase CLI's layout. */
export const SUPABASE_FOLDER = join(import.meta.dirname, '../../../supabase');
export const SECRETS_FILE = 'secrets.json';
/** The folder of uploaded files in a data folder. */
export const STORAGE_FOLDER = 'storage';

/** What backup and restore need to know of the installation. `server/config.ts` makes it once. */
export type BackupSettings = {
  siteUrl: string;
  dataFolder: string;
  /** The PostgreSQL of the operator, or null for the bundled one. */
  databaseUrl: string | null;
  /** The store of uploaded files, or null for the data folder. */
  store: S3Settings | null;
  /** Milliseconds between backups that the site makes by itself, or null. */
  everyMs: number | null;
  /** How long a process of the site runs before it makes any, in milliseconds. */
  firstAfterMs: number;
  to: DestinationSettings;
  keep: number;
  passphrase: string | null;
};

export type Print = (line: string) => void;
