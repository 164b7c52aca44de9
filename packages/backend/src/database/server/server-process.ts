import { type ChildProcess, spawn } from 'node:child_process';
import { totalmem } from 'node:os';
import { createInterface } from 'node:readline';
import type { ServerAccount } from './server-account.ts';

export type Cluster = {
  folder: string;
  account: ServerAccount | null;
  /** Memory limit of each process in kB; enforced on Linux. */
  memoryKb?: number;
};

/** The OOM score of connection processes: the kernel ends one of them before the server itself and the app. */
const OOM_SCORE = 500;

/**
 * The path by which the server knows its folder. When the app is root on Linux, the account may not be able to traverse
 * the path, but can be started in the folder and use the kernel's link to it.
 */
function folderAsSeenInside({ folder, account }: Cluster): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : folder;
}

/**
 * Starts a program of PostgreSQL on the cluster in a new session, so that Ctrl-C reaches only the app, which stops the
 * database last. Output goes to `onLine`, line by line.
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
 * RLIMIT_DATA limits private memory, not shared buffers. PostgreSQL then fails one statement with 53200, where the
 * kernel would end a process and PostgreSQL all connections with it. Node cannot set the limit, so a shell does and is
 * replaced by the program. Where the shell may not set it, the program runs without.
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

/** Resolves when the process has ended or could not be started. Never rejects. */
export function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

const LIMITS: readonly [RegExp, string][] = [
  [
    /could not fork|Resource temporarily unavailable/,
    'PostgreSQL may start too few processes: raise the limit (`ulimit -u`, TasksMax= of systemd, --pids-limit of a container).',
  ],
  [
    /could not (?:open|resize) shared memory segment "\/PostgreSQL/,
    'PostgreSQL gets too little shared memory: /dev/shm must be writable and hold 64 MB (--shm-size=64m of a container).',
  ],
];

/** The limit of the machine that the output of a program of PostgreSQL tells of, and what to do; null for none. */
export function describeLimit(output: readonly string[]): string | null {
  return LIMITS.find(([pattern]) => output.some((line) => pattern.test(line)))?.[1] ?? null;
}

const SHARE_OF_MACHINE = 8;
const MIN_BYTES = 256 * 1024 ** 2;
const MAX_BYTES = 1024 ** 3;

/**
 * The memory limit in kB of one process of the bundled PostgreSQL, without shared buffers: an eighth of the memory of
 * the machine or container, between 256 MB and 1 GB. A statement that needs more fails with SQLSTATE 53200.
 */
export function processMemoryKb(machineBytes = availableBytes()): number {
  return Math.floor(Math.min(Math.max(machineBytes / SHARE_OF_MACHINE, MIN_BYTES), MAX_BYTES) / 1024);
}

/** The limit of a container applies when it is lower. Without one Node returns 0 or more than the machine has. */
function availableBytes(): number {
  const total = totalmem();
  const container = process.constrainedMemory();
  return container > 0 ? Math.min(container, total) : total;
}
