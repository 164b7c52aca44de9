import { type SpawnOptions, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { Closing } from './closing.ts';
import { findProgram } from './programs.ts';

/** Which processor cores a process may use. Without `taskset`, or with one core, all. */
export type Cores = 'server' | 'client' | 'all';

export type Child = {
  pid: number;
  /** All that it has written so far. */
  output: () => string;
  /** Resolves to the first match in its output. Rejects with the output when it ends before. */
  waitFor: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Resolves to the exit code when it has ended and closed its output, so that its own children have ended too. */
  ended: Promise<number | null>;
  stop: () => Promise<void>;
};

export type ChildOptions = {
  cwd?: string;
  env?: Record<string, string>;
  cores?: Cores;
  closing: Closing;
  /** Stops its children with it; without it they are left to the program. */
  stopsGroup?: boolean;
};

const STOP_MS = 20_000;

/** Starts a program in a process group of its own, so that Ctrl-C reaches it only through `stop`. */
export function startChild(program: string, args: readonly string[], options: ChildOptions): Child {
  const { cwd, env = {}, cores = 'all', closing, stopsGroup = false } = options;
  const [file = '', ...rest] = [...pinTo(cores), program, ...args];
  const settings: SpawnOptions = { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] };
  const child = spawn(file, rest, { ...settings, env: { ...inherited(), ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
    child.once('error', (error) => {
      output += error.message;
      resolve(null);
    });
  });
  const stop = closing.add(async () => {
    if (stopsGroup) signalGroup(child.pid, 'SIGTERM');
    else child.kill('SIGTERM');
    const cut = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(cut);
  });
  void ended.then(stop);
  const waitFor = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(output);
        if (found) resolve(found);
      };
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', look);
      look();
      void ended.then((code) => reject(new Error(`${program} ended with ${code}:\n${output}`)));
    });
  return { pid: child.pid ?? 0, output: () => output, waitFor, ended, stop };
}

/** Runs a program to its end. Returns its output; throws an Error with it when the exit code is not 0. */
export async function runToEnd(program: string, args: readonly string[], options: ChildOptions): Promise<string> {
  const child = startChild(program, args, { ...options, stopsGroup: true });
  const code = await child.ended;
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${child.output().slice(-4000)}`);
  return child.output();
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch (error) {
    // All of it has ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The server alone on the first core, its client on the others. */
function pinTo(cores: Cores): string[] {
  const count = availableParallelism();
  const taskset = findProgram('taskset');
  if (cores === 'all' || count < 2 || taskset === null) return [];
  return [taskset, '-c', cores === 'server' ? '0' : `1-${count - 1}`];
}

/** The environment of the product is not that of the person who measures. */
function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'CHROMIUM'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
