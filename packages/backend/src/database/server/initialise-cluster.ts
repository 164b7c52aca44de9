import { chown, mkdtemp, rename, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from '../../configuration-error.ts';
import { beginCluster, clusterFolderOf, endUnfinished } from '../cluster-state.ts';
import { flushFolder } from '../flush.ts';
import { ifMissing } from '../if-missing.ts';
import type { ServerAccount } from './server-account.ts';
import { describeLimit, exitOf, spawnOnCluster } from './server-process.ts';

const ACCESS = `# Only loopback, only with a password.
host all all 127.0.0.1/32 scram-sha-256
host all all ::1/128 scram-sha-256
`;

/**
 * Creates the cluster: UTF-8, C.UTF-8 collation, checksums, SCRAM passwords. It is created in a marked folder and
 * renamed when complete, so that an interrupted first start is repeated. Call it only when `inspectCluster` found no
 * cluster. Removes only the marked folder and an empty `postgres`. Throws with initdb's output when initdb fails.
 */
export async function initialiseCluster(
  dataFolder: string,
  account: ServerAccount | null,
  initdb: string,
  password: string,
): Promise<void> {
  const workspace = await beginCluster(dataFolder);
  // A unique name: an initdb that survived a killed start must not write into the folder of the next one.
  const folder = await mkdtemp(join(workspace, 'cluster-'));
  const passwordFile = join(workspace, 'password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) for (const path of [workspace, folder, passwordFile]) await chown(path, account.uid, account.gid);
  await runInitdb(initdb, folder, account);
  await writeFile(join(folder, 'pg_hba.conf'), ACCESS, { flush: true });
  const target = clusterFolderOf(dataFolder);
  await rmdir(target).catch(ifMissing(undefined));
  await rename(folder, target);
  await flushFolder(dataFolder);
  await endUnfinished(dataFolder);
}

async function runInitdb(initdb: string, folder: string, account: ServerAccount | null): Promise<void> {
  const output: string[] = [];
  const options = ['--username=postgres', '--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
  // Relative to the cluster's folder, initdb's working directory: its account may not be able to traverse the path from
  // the root.
  const access = ['--auth=scram-sha-256', '--pwfile=../password'];
  const child = spawnOnCluster(initdb, { folder, account }, [...options, ...access], (line) => output.push(line));
  const { code, error } = await exitOf(child);
  const limit = code === 0 ? null : describeLimit(output);
  if (limit !== null) throw new ConfigurationError(limit);
  if (code !== 0)
    throw new Error(`PostgreSQL could not be initialised: ${error?.message ?? output.slice(-5).join(' ')}`);
}
