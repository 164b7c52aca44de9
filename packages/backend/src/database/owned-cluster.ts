import { chmod, lchown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from '../configuration-error.ts';
import type { ServerAccount } from './server-account.ts';

/** PostgreSQL reads these first; where a copy has changed owners, they show it. */
const SAMPLES = ['', 'PG_VERSION', 'postgresql.conf', 'global/pg_control'];
/** PostgreSQL accepts a data folder of mode 700 or 750 only. */
const MODE = 0o700;
const TOO_OPEN = 0o027;

/**
 * Requires that PostgreSQL, which runs as `account` or as this user when that is null, owns the database folder: in a
 * copy that another user has made it does not. As root, gives the files to the account and says so. Throws a
 * ConfigurationError when this user may not. Also sets the mode of the folder, which a copy may have widened.
 */
export async function requireOwnedCluster(
  folder: string,
  account: ServerAccount | null,
  onProgress: (line: string) => void,
): Promise<void> {
  if (process.platform === 'win32') return;
  const wanted = account?.uid ?? process.getuid?.() ?? 0;
  const owners = await Promise.all(SAMPLES.map((name) => ownerOf(join(folder, name))));
  const other = owners.find((uid) => uid !== null && uid !== wanted);
  if (other !== undefined) {
    if (!account) throw notOwned(folder, other ?? 0, wanted);
    await giveTo(account, folder);
    onProgress(
      `Gave the files of ${folder} to the user ${account.name}, as which PostgreSQL runs: a copy had other owners.`,
    );
  }
  if (((await lstat(folder)).mode & TOO_OPEN) !== 0) await chmod(folder, MODE);
}

async function ownerOf(path: string): Promise<number | null> {
  return lstat(path).then(
    ({ uid }) => uid,
    () => null,
  );
}

/** Links are not followed. */
async function giveTo({ uid, gid }: ServerAccount, folder: string): Promise<void> {
  await lchown(folder, uid, gid);
  for (const path of await readdir(folder, { recursive: true })) await lchown(join(folder, path), uid, gid);
}

function notOwned(folder: string, owner: number, user: number): ConfigurationError {
  return new ConfigurationError(
    `The database folder ${folder} holds files of user ${owner}, and this start runs as user ${user}. PostgreSQL uses only its own.\n` +
      `As root: chown -R ${user} on the whole DATA_DIR. Or start the site as the user that owns it.`,
  );
}
