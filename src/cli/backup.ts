import { parseArgs } from 'node:util';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { type Config, readConfig } from '#server/config.ts';
import { parseDestination } from '#server/config/backup.ts';
import { createCommand } from './backup/create.ts';
import { listCommand } from './backup/list.ts';
import { scheduledCommand } from './backup/scheduled.ts';
import { verifyCommand } from './backup/verify.ts';
import { runToExitCode } from './run-command-line.ts';

const USAGE = `npm run backup -- [COMMAND] [--to PLACE]

  (no command)      make a backup; the site may run
  verify [FILE]     restore a backup (the newest without FILE) into a scratch database, compare counts and checksums,
                    and open the pages; the site is not touched
  list [--json]     list the backups in the place, newest first
  scheduled         make a backup, verify it, and delete old ones, as BACKUP_EVERY does

  --to PLACE        a folder, s3://key:secret@host/bucket, or - for standard output; BACKUP_TO without it, else
                    DATA_DIR/backups. With npm write "npm run --silent backup -- --to -" for standard output.
BACKUP_PASSPHRASE encrypts, and decrypts for verify. BACKUP_KEEP is how many "scheduled" keeps.`;

await runToExitCode(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const [name, file, ...others] = positionals;
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const config = withDestination(readConfig(), values.to);
  if (name === undefined) await createCommand(config, values.to === '-');
  else if (name === 'verify' && others.length === 0) await verifyCommand(config, file);
  else if (name === 'list' && file === undefined) await listCommand(config, values.json);
  else if (name === 'scheduled' && file === undefined) await scheduledCommand(config);
  else {
    console.error(USAGE);
    return 2;
  }
  return 0;
});

function withDestination(config: Config, text: string | undefined): Config {
  if (text === undefined || text === '-') return config;
  const to = parseDestination(text);
  if (to === 'invalid')
    throw new ConfigurationError('--to cannot be read. Write a folder, s3://key:secret@host/bucket, or -');
  return { ...config, backup: { ...config.backup, to } };
}
