import { chown, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerAccount } from './server-account.ts';
import { exitOf, spawnOnCluster } from './server-process.ts';

const ACCESS = `# Only loopback, only with a password.
host all all 127.0.0.1/32 scram-sha-256
host all all ::1/128 scram-sha-256
`;

/**
 * Makes the cluster unless it is there: UTF-8, C.UTF-8 collation, checksums, scram passwords. It is made under another
 * name and renamed when whole, so that a first start cut short leaves nothing to trip over.
 * Returns whether it was made now; throws with initdb's own words when that fails.
 */
export async function initialiseCluster(
  folder: string,
  account: ServerAccount | null,
  initdb: string,
  password: string,
): Promise<boolean> {
  if (await stat(join(folder, 'PG_VERSION')).catch(() => null)) return false;
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  if (account) await chown(unfinished, account.uid, account.gid);
  await withPasswordFile(password, account, (passwordFile) => runInitdb(initdb, unfinished, account, passwordFile));
  await writeFile(join(unfinished, 'pg_hba.conf'), ACCESS);
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
  return true;
}

async function runInitdb(
  initdb: string,
  folder: string,
  account: ServerAccount | null,
  passwordFile: string,
): Promise<void> {
  const said: string[] = [];
  const options = ['--username=postgres', '--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
  const access = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const child = spawnOnCluster(initdb, { folder, account }, [...options, ...access], (line) => said.push(line));
  const { code, error } = await exitOf(child);
  if (code !== 0) throw new Error(`PostgreSQL could not be initialised: ${error?.message ?? said.slice(-5).join(' ')}`);
}

/** initdb reads the first password from a file only; it lives in a folder of its own for that moment. */
async function withPasswordFile(
  password: string,
  account: ServerAccount | null,
  work: (file: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'initdb-'));
  const file = join(folder, 'password');
  try {
    await writeFile(file, `${password}\n`, { mode: 0o600 });
    if (account) for (const path of [folder, file]) await chown(path, account.uid, account.gid);
    await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
