import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findBackup } from '#operations/backup/find-backup.ts';
import { describeContent } from '#operations/backup/manifest.ts';
import { type Restored, restoreBackup } from '#operations/backup/restore.ts';
import { undoRestore } from '#operations/backup/replace-site.ts';
import { formatSeconds } from '#contract/amounts.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { type Config, readConfig } from '#server/config.ts';
import { withLockedFolder } from '#server/start/lock.ts';
import { fileOrName, runProgram } from './command-line.ts';

const USAGE = `npm run restore -- FILE [--force]
npm run restore -- --undo

  FILE       a backup: a path, or a name in BACKUP_TO (npm run backup -- list)
  --force    replace the site that is there; its database, files and secrets are moved aside (DATA_DIR/replaced-…), or
             with DATABASE_URL all rows are replaced
  --undo     after a restore that was interrupted: go back to the site that was there before

Restores into DATA_DIR, or with DATABASE_URL into that database, and with STORAGE_URL into that store. The site must be
stopped. BACKUP_PASSPHRASE opens an encrypted backup.`;

const SETTINGS_FILE = 'settings-of-backup.json';

const OPTIONS = { force: { type: 'boolean', default: false }, undo: { type: 'boolean', default: false } } as const;

await runProgram(USAGE, OPTIONS, async (values, [file, ...others]) => {
  if (values.undo && !file && !values.force) await undo(readConfig());
  else if (!file || others.length > 0 || values.undo) return 'usage';
  else await restore(readConfig(), fileOrName(file), values.force);
  return 0;
});

async function undo({ dataFolder, databaseUrl }: Config): Promise<void> {
  console.log(await withLockedFolder(dataFolder, () => undoRestore(dataFolder, databaseUrl)));
}

async function restore(config: Config, file: string, force: boolean): Promise<void> {
  if (config.hosted) throw new ConfigurationError('SUPABASE_URL is set: a hosted project restores its own backups.');
  const { dataFolder, backup } = config;
  const found = await findBackup(backup, file);
  await withLockedFolder(dataFolder, async () => {
    const begun = new Date();
    const restored = await restoreBackup(backup, found, {
      force,
      file,
      onProgress: console.error,
      now: begun,
    });
    await writeFile(join(dataFolder, SETTINGS_FILE), restored.settings, { mode: 0o600 });
    console.log(describe(config, found.label, restored));
    console.log(`It took ${formatSeconds(begun, new Date())}. Start the site: npm start`);
  });
}

function describe({ dataFolder, databaseUrl }: Config, label: string, { manifest, replaced }: Restored): string {
  const where = databaseUrl ? 'the database at DATABASE_URL' : dataFolder;
  const lines = [
    `Restored ${label} of ${manifest.createdAt} into ${where}:`,
    `  ${describeContent(manifest)}, and the secrets`,
    `The variables that were set there are in ${join(dataFolder, SETTINGS_FILE)}; none was set here.`,
  ];
  if (manifest.missing.length > 0)
    lines.push(`Files that were missing before the backup was made: ${manifest.missing.length}.`);
  if (replaced) lines.push(`What was here before is in ${replaced}; delete it when nothing is missing.`);
  return lines.join('\n');
}
