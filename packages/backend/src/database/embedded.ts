import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigurationError, WrongSecrets } from '../configuration-error.ts';
import { createClient, embeddedUrl } from './client.ts';
import { clusterFolderOf, endUnfinished, inspectCluster, requireMajor } from './cluster-state.ts';
import { initialiseCluster } from './server/initialise-cluster.ts';
import {
  type Cluster,
  type Exit,
  describeLimit,
  exitOf,
  processMemoryKb,
  spawnOnCluster,
} from './server/server-process.ts';
import { chooseServerAccount, requireOwnedCluster } from './server/server-account.ts';
import { findServerFiles } from './server/server-files.ts';
import { stopOrphan } from './stop-orphan.ts';

/** It stops with the block that holds it (`await using`). */
export type EmbeddedServer = AsyncDisposable & {
  port: number;
  /** The URL of a login of this server, on loopback. */
  urlFor: (user: string, password: string) => string;
  /** Ends open transactions, writes all data to the disk and stops. */
  stop: () => Promise<void>;
};

export type EmbeddedOptions = {
  dataFolder: string;
  /** The password of the superuser `postgres`. */
  password: string;
  /** The connections of the processes of the app; 54 unless given. */
  connections?: number;
  onProgress: (line: string) => void;
  onError: (line: string) => void;
  /** Aborted when the app stops, which does not wait for a server that takes longer to start than usual. */
  signal?: AbortSignal;
};

/** `max_connections`: at least, and more than the processes of the app have, for commands and PostgreSQL's own reserve. */
const MIN_MAX_CONNECTIONS = 68;
const MORE_CONNECTIONS = 6;
/**
 * Systems give ports from 32768 on (Linux) or 49152 on to outgoing connections and to servers that ask for any port. A
 * server on one of these would lose its port while it is restarted.
 */
const [FIRST_PORT, LAST_PORT] = [16_384, 32_767];
const READY_WITHIN_MS = 10 * 60_000;
const STOP_WITHIN_MS = 30_000;
/** The delay before the first restart; doubled after each failed one. */
const RESTART_AFTER_MS = 100;
const RESTART_WITHIN_MS = 2_000;
/** A server that ran for this long is restarted without further delay. */
const RAN_WELL_MS = 3_000;
/** Every start rejects connections for a moment; only a longer recovery is reported. */
const RECOVERY_TOLD_AFTER_MS = 2_000;
/** A stop waits for a start that takes no longer. */
const USUAL_START_MS = 10_000;

/** What a command does before a signal ends it: stops its servers, and removes the folders that it works in. */
export const endings = new Set<() => Promise<void>>();

/**
 * Starts the bundled PostgreSQL on `<dataFolder>/postgres` and keeps it running: it is created on first start,
 * recovered after a crash, and restarted when it ends by itself. The caller must hold the lock of the data folder.
 * Resolves when the server accepts connections. Throws with the server's output when it does not start, and a
 * ConfigurationError when it cannot use the folder, WrongSecrets for a wrong password; no server is left running then.
 */
export async function startEmbeddedServer(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { dataFolder } = options;
  const folder = clusterFolderOf(dataFolder);
  const account = chooseServerAccount(folder);
  const files = await findServerFiles(account);
  const state = await inspectCluster(dataFolder);
  if (state.kind === 'complete') {
    requireMajor(dataFolder, state.major, files.major);
    await endUnfinished(dataFolder);
    if (await stopOrphan(folder)) options.onProgress('Stopped a PostgreSQL that an earlier start had left running.');
    await requireOwnedCluster(folder, account, options.onProgress);
  } else {
    await initialiseCluster(dataFolder, account, files.initdb, options.password);
    options.onProgress('Created the database.');
  }
  const port = await freePort();
  return superviseServer(files.postgres, { folder, account }, port, options);
}

async function superviseServer(
  program: string,
  cluster: Cluster,
  port: number,
  options: EmbeddedOptions,
): Promise<EmbeddedServer> {
  let stopping = false;
  const stop = (): Promise<void> => {
    stopping = true;
    return stopServer(current);
  };
  const run = (): { child: ChildProcess; exited: Promise<Exit>; output: string[] } => {
    const output: string[] = [];
    const child = spawnOnCluster(
      program,
      { ...cluster, memoryKb: processMemoryKb() },
      serverArguments(port, Math.max(MIN_MAX_CONNECTIONS, (options.connections ?? 0) + MORE_CONNECTIONS)),
      (line) => {
        output.splice(0, output.length - 4, line);
        if (isServerError(line, stopping)) options.onError(withoutPrefix(line));
      },
    );
    return { child, exited: exitOf(child), output };
  };
  let current = run();
  endings.add(stop);
  try {
    await answersBeforeExit(current, port, options);
  } catch (error) {
    await stopServer(current);
    throw error;
  }

  const keepRunning = async (): Promise<void> => {
    for (let restarts = 0; ; restarts += 1) {
      const started = performance.now();
      const { code, signal } = await current.exited;
      if (stopping) return;
      if (performance.now() - started > RAN_WELL_MS) restarts = 0;
      options.onError(`PostgreSQL ended by itself (${signal ?? code}); starting it again.`);
      await sleep(Math.min(RESTART_AFTER_MS * 2 ** restarts, RESTART_WITHIN_MS));
      if (stopping) return;
      await stopOrphan(cluster.folder).catch((error: Error) => options.onError(error.message));
      if (stopping) return;
      current = run();
    }
  };
  const supervision = keepRunning();

  const end = async (): Promise<void> => {
    await stop();
    await supervision;
    endings.delete(stop);
  };
  return {
    port,
    urlFor: (user, password) => embeddedUrl(port, user, password),
    stop: end,
    [Symbol.asyncDispose]: end,
  };
}

const ENDED_BY_STOP =
  /terminating (?:connection|autovacuum process) due to administrator command|canceling authentication due to timeout/;

/**
 * Errors of the server itself; those of statements are sent to the caller. A stop ends the connections that are still
 * open, such as that of a command, or are just being opened, and a vacuum under way.
 */
export function isServerError(line: string, isStopping: boolean): boolean {
  if (!/\b(FATAL|PANIC):/.test(line) && !line.includes('could not fork')) return false;
  if (line.includes('the database system is')) return false;
  return !(isStopping && ENDED_BY_STOP.test(line));
}

/** SIGINT: fast shutdown. SIGQUIT: immediate shutdown, with recovery at the next start. */
async function stopServer({ child, exited }: { child: ChildProcess; exited: Promise<Exit> }): Promise<void> {
  child.kill('SIGINT');
  const hurry = setTimeout(() => child.kill('SIGQUIT'), STOP_WITHIN_MS);
  await exited;
  clearTimeout(hurry);
}

function serverArguments(port: number, mostConnections: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: mostConnections,
    shared_buffers: '128MB',
    // Together with the memory limit of a process (server-process.ts) these limit one statement. Parallel workers would
    // multiply them.
    work_mem: '4MB',
    temp_file_limit: '512MB',
    max_parallel_workers_per_gather: 0,
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Errors of statements are sent to the caller; the log is for errors of the server itself. A limit of the machine that
    // keeps it from starting a process is at the level of `log` (server-process.ts).
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Without time and process, so that the log can count repeated lines. */
function withoutPrefix(line: string): string {
  return line.replace(/^.{0,80}? (?=(?:FATAL|PANIC|LOG): )/, '');
}

/** Recovery after a crash may take long; the server then rejects connections with 57P03. */
async function answersBeforeExit(
  server: { exited: Promise<Exit>; output: string[] },
  port: number,
  options: EmbeddedOptions,
): Promise<void> {
  const end = performance.now() + READY_WITHIN_MS;
  let exit: Exit | null = null;
  void server.exited.then((reason) => (exit = reason));
  const patient = performance.now() + RECOVERY_TOLD_AFTER_MS;
  const usual = performance.now() + USUAL_START_MS;
  for (let told = false; performance.now() < end;) {
    const state = await tryToConnect(port, options);
    if (state === 'ready') return;
    if (exit) break;
    if (performance.now() > usual) options.signal?.throwIfAborted();
    if (state === 'recovering' && !told && performance.now() > patient) {
      told = true;
      options.onProgress('The database is recovering from an unclean stop …');
    }
    await sleep(40);
  }
  const limit = describeLimit(server.output);
  if (limit !== null) throw new ConfigurationError(limit);
  throw new Error(`PostgreSQL did not start: ${server.output.join(' | ') || 'no answer'}`);
}

async function tryToConnect(
  port: number,
  { password, dataFolder }: EmbeddedOptions,
): Promise<'ready' | 'recovering' | 'closed'> {
  await using client = createClient(embeddedUrl(port, 'postgres', password), { connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return 'ready';
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code === '28P01') throw wrongPassword(dataFolder);
    if (code === '53100') throw diskFull(dataFolder, message);
    return code === '57P03' ? 'recovering' : 'closed';
  }
}

function wrongPassword(dataFolder: string): ConfigurationError {
  return new WrongSecrets(
    `The password in ${join(dataFolder, 'secrets.json')} is not the one of the database beside it. ` +
      'Put back the secrets.json that belongs to this database, from a backup, then start again.',
  );
}

function diskFull(dataFolder: string, message: string): ConfigurationError {
  return new ConfigurationError(
    `There is no space left for the database in ${dataFolder} (PostgreSQL: ${message}). ` +
      'Free some disk space, then start again.',
  );
}

/** A port of 127.0.0.1 that nothing listens on, and that the system gives to nobody who does not ask for it. */
async function freePort(): Promise<number> {
  const port = randomInt(FIRST_PORT, LAST_PORT + 1);
  return (await isFreePort(port)) ? port : freePort();
}

/** Whether nothing listens on the port of 127.0.0.1. */
export function isFreePort(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
