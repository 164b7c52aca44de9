import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { ServerAccount } from './server-account.ts';

/** One cluster and the account it belongs to: what every program of PostgreSQL is started with. */
export type Cluster = {
  folder: string;
  account: ServerAccount | null;
  /** Memory that each process may take for itself, in kB; enforced on Linux. */
  memoryKb?: number;
};

/** Score by which the kernel, out of memory, ends a process of a connection before the server itself and the app. */
const OOM_SCORE = 500;

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
  const [command, ...rest] = withMemoryLimit(cluster, [program, '-D', folderAsSeenInside(cluster), ...args]);
  const child = spawn(command, rest, {
    cwd: cluster.folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', TZ: 'UTC', ...OOM_SETTINGS },
    ...(cluster.account && { uid: cluster.account.uid, gid: cluster.account.gid }),
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', onLine);
  }
  return child;
}

/**
 * RLIMIT_DATA counts private memory alone, so that shared buffers do not matter; PostgreSQL then answers 53200 to the one
 * statement, where the kernel would end a process and PostgreSQL with it all connections. Node cannot set it: the shell
 * does, and is replaced by the program. Where the shell may not, the program runs without.
 */
function withMemoryLimit({ memoryKb }: Cluster, command: [string, ...string[]]): [string, ...string[]] {
  if (memoryKb === undefined || process.platform !== 'linux') return command;
  return ['/bin/sh', '-c', `ulimit -d ${memoryKb} 2>/dev/null; exec "$@"`, 'sh', ...command];
}

/** https://www.postgresql.org/docs/18/kernel-resources.html#LINUX-MEMORY-OVERCOMMIT */
const OOM_SETTINGS =
  process.platform === 'linux'
    ? { PG_OOM_ADJUST_FILE: '/proc/self/oom_score_adj', PG_OOM_ADJUST_VALUE: String(OOM_SCORE) }
    : {};

export type Exit = { code: number | null; signal: NodeJS.Signals | null; error?: Error };

export function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}
