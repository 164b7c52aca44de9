import type { Readable } from 'node:stream';
import type { S3Settings } from '#backend/storage/storage-url.ts';
import type { Manifest } from './manifest.ts';
import { restoreEmbedded } from './restore-embedded.ts';
import { restoreExternal } from './restore-external.ts';

export type RestoreOptions = {
  dataFolder: string;
  /** The PostgreSQL to restore into, or null for the bundled one. */
  databaseUrl: string | null;
  /** The store of uploaded files, or null for the data folder. */
  store: S3Settings | null;
  /** Opens the backup. */
  source: () => Promise<Readable>;
  /** What errors call the backup. */
  label: string;
  /** A path or a name in BACKUP_TO with which the command is repeated. */
  file: string;
  passphrase: string | null;
  /** Whether a site that is there may be replaced. */
  force: boolean;
  /** The folder `supabase/` of the repository. */
  supabaseFolder: string;
  onProgress: (line: string) => void;
  /** Called with errors of the bundled PostgreSQL. */
  onError: (line: string) => void;
  now: Date;
};

export type Restored = {
  manifest: Manifest;
  /** The variables that were set where the backup was made, as JSON. */
  settings: Buffer;
  /** The folder with what was there before, or null. */
  replaced: string | null;
};

/** Restores a backup; see restore-embedded.ts and restore-external.ts. The caller must hold the lock of the data folder. */
export function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { databaseUrl } = options;
  return databaseUrl === null ? restoreEmbedded(options) : restoreExternal({ ...options, databaseUrl });
}
