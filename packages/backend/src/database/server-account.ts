import { readFileSync, statSync } from 'node:fs';
import { ConfigurationError } from '../configuration-error.ts';

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
