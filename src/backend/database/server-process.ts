import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { ServerAccount } from './server-account.ts';

/** One cluster and the account it belongs to: what every program of PostgreSQL is started with. */
export type Cluster = { folder: string; account: ServerAccount | null };

/**
 * How the server names its own folder. As root on Linux its account may not be able to walk down to the folder, but
 * may stand in it: the program is started there, and the kernel's own link leads back without a walk.
 */
function folderAsSeenInside({ folder, account }: Cluster): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : folder;
}

/**
 * Starts a program of PostgreSQL on the cluster, in a session of its own, so that Ctrl-C in a terminal reaches the app
 * alone and the app stops the database last. Its lines go to `onLine`.
 */
export function spawnOnCluster(
  program: string,
  cluster: Cluster,
  args: readonly string[],
  onLine: (line: string) => void,
): ChildProcess {
  const child = spawn(program, ['-D', folderAsSeenInside(cluster), ...args], {
    cwd: cluster.folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', TZ: 'UTC' },
    ...(cluster.account && { uid: cluster.account.uid, gid: cluster.account.gid }),
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', onLine);
  }
  return child;
}

export type Exit = { code: number | null; signal: NodeJS.Signals | null; error?: Error };

export function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}
