import type { Rekeyed } from '#backend/auth/accounts/accounts.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import type { Config } from '#server/config.ts';
import { DataFolderInUse, type DataLock, lockDataFolder } from '#server/lock.ts';
import { rotateSecrets } from '#server/rotate-secrets.ts';
import { readSecrets } from '#server/secrets.ts';
import type { Command } from './command.ts';

/** The site must be stopped: a running one holds the keys in memory. */
export const rotateKeysCommand: Command = async ({ config, print }) => {
  if (config.hosted) {
    throw new ConfigurationError('SUPABASE_URL is set: rotate the keys of the project in its own dashboard.');
  }
  if (!readSecrets(config.dataFolder)) {
    throw new ConfigurationError(`There are no secrets in ${config.dataFolder} yet: the first start makes them.`);
  }
  const lock = lockStopped(config.dataFolder);
  try {
    const rotated = await rotateSecrets(config, console.error);
    for (const line of describeRotation(config, rotated)) print(line);
  } finally {
    lock.release();
  }
};

function describeRotation({ databaseUrl }: Config, { apps, recoveryCodes, sessions }: Rekeyed): string[] {
  return [
    `New: signing key, API keys, key of stored secrets${databaseUrl ? '' : ', passwords of the database'}.`,
    `Ended: ${sessions} sessions (everybody signs in again), links and codes in mails, signed addresses of files,`,
    `       API keys in other programs (npm run admin -- keys), recovery codes of ${recoveryCodes} accounts.`,
    `Kept: accounts, passwords, ${apps} authenticator apps, content, files, enquiries that wait.`,
    ...(databaseUrl
      ? ['Copy secrets.json to the DATA_DIR of the other machines. The password in DATABASE_URL is yours to change.']
      : []),
  ];
}

function lockStopped(folder: string): DataLock {
  try {
    return lockDataFolder(folder);
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    throw new ConfigurationError('The site is running. Stop it, rotate the keys, then start it again.');
  }
}
