import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '#tests/support/find-program.ts';

/** Which processor cores a process may use: the server the first one, its client the others. */
export type Cores = 'server' | 'client' | 'all';

export type Child = {
  pid: number;
  output: () => string;
  /** Resolves to the first match in its output. Rejects with the output when it ends before. */
  waitFor: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Resolves to the exit code when it has ended and closed its output. */
  ended: Promise<number | null>;
  /** SIGTERM, and SIGKILL if it does not end. */
  stop: () => Promise<void>;
};

export type ChildOptions = { cwd?: string; env?: Record<string, string>; cores?: Cores };

const STOP_MS = 20_000;
/** Linux counts processor time in hundredths of a second (USER_HZ). */
const TICKS_PER_SECOND = 100;

const cleanUps: (() => Promise<void>)[] = [];

/** Calls `undo` when the bench ends, however it ends. */
export const atEnd = (undo: () => Promise<void>): unknown => cleanUps.push(undo);

/** Undoes everything, the last thing first. */
export async function cleanUp(): Promise<void> {
  for (let next = cleanUps.pop(); next; next = cleanUps.pop()) await next().catch(console.error);
}

/** Starts a program in a process group of its own: Ctrl-C reaches it only through `stop`. */
export function startChild(program: string, args: readonly string[], options: ChildOptions = {}): Child {
  const { cwd, env = {}, cores = 'all' } = options;
  const [file = '', ...rest] = [...pinTo(cores), program, ...args];
  const child = spawn(file, rest, {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...inherited(), ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
    child.once('error', (error) => {
      output += error.message;
      resolve(null);
    });
  });
  const stop = async () => {
    child.kill('SIGTERM');
    const cut = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(cut);
  };
  atEnd(stop);
  const waitFor = async (pattern: RegExp) => {
    let hasEnded = false;
    void ended.then(() => (hasEnded = true));
    for (;;) {
      const found = pattern.exec(output);
      if (found) return found;
      if (hasEnded) throw new Error(`${program} ended:\n${output}`);
      await sleep(5);
    }
  };
  return { pid: child.pid ?? 0, output: () => output, waitFor, ended, stop };
}

/** Runs a program to its end. Returns its output; throws an Error with it when the exit code is not 0. */
export async function runToEnd(program: string, args: readonly string[], options?: ChildOptions): Promise<string> {
  const child = startChild(program, args, options);
  const code = await child.ended;
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${child.output().slice(-4000)}`);
  return child.output();
}

function pinTo(cores: Cores): string[] {
  const cpus = availableParallelism();
  const taskset = findProgram('taskset');
  if (cores === 'all' || cpus < 2 || taskset === null) return [];
  return [taskset, '-c', cores === 'server' ? '0' : `1-${cpus - 1}`];
}

/** The environment of the product is not that of the person who measures. */
function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** The processor time of a process and all its children so far, in seconds; NaN where there is no /proc. */
export function processorSeconds(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    const own = readTicks(readFileSync(`/proc/${pid}/stat`, 'utf8')) / TICKS_PER_SECOND;
    // A child that has just ended is counted by its parent.
    return own + children.reduce((sum, child) => sum + (processorSeconds(child) || 0), 0);
  } catch {
    return Number.NaN;
  }
}

/** User and system time in /proc/PID/stat, with ended children. The name in parentheses may hold spaces. */
function readTicks(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
}
