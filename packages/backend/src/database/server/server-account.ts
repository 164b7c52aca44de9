import { readFileSync, statSync } from 'node:fs';
import { chmod, lchown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from '../../configuration-error.ts';

/** The user that runs PostgreSQL when the app runs as root. */
export type ServerAccount = { name: string; uid: number; gid: number };

/**
 * Chooses the user that runs PostgreSQL: null (the same user) when the app is not root, else the owner of an existing
 * cluster, else `postgres`, else `nobody`. Throws a ConfigurationError when none exists.
 */
export function chooseServerAccount(clusterFolder: string): ServerAccount | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = readAccounts();
  const owner = statSync(clusterFolder, { throwIfNoEntry: false })?.uid;
  const account =
    accounts.find(({ uid }) => owner !== undefined && owner !== 0 && uid === owner) ??
    accounts.find(({ name }) => name === 'postgres') ??
    accounts.find(({ name }) => name === 'nobody');
  if (account) return account;
  throw new ConfigurationError(
    'PostgreSQL does not run as root, and this machine has no user "postgres" or "nobody" to run it as. ' +
      'Start the site as an ordinary user, or set DATABASE_URL.',
  );
}

function readAccounts(): ServerAccount[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4 && fields[2] !== '0')
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

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
