import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { inject } from 'vitest';
import { isFreePort } from '#backend/database/embedded.ts';
import { ROOT } from './root.ts';
import { SMALL_HEAP } from '#scripts/set-up/small-heap.mjs';

/** The app as its own process, the way an operator runs it. */
export type AppProcess = {
  url: string;
  said: () => string;
  /** What it has written to standard error, where the log is. */
  logged: () => string;
  /** SIGTERM; resolves to the exit code. */
  stop: () => Promise<number | null>;
  /** SIGKILL to the app only; its database keeps running. */
  kill: () => Promise<void>;
};

/** Starts the app, or another program like it, and resolves when it is ready. Throws with its output if it ends first. */
export async function startApp(
  env: Record<string, string>,
  program: readonly string[] = ['src/server/main.ts'],
  { endsWithWorker = false } = {},
): Promise<AppProcess> {
  if (!inject('isBuilt')) throw new Error('build/ is older than the sources. Run the tests with `npm test -- FILE`.');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...SMALL_HEAP, ...program], {
    cwd: ROOT,
    env: { ...programEnv(), NODE_ENV: 'production', ...env },
    // The app stops when this channel closes, which the end of the worker does.
    stdio: ['ignore', 'pipe', 'pipe', endsWithWorker ? 'ipc' : 'ignore'],
  });
  let output = '';
  let log = '';
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /^ready (\S+)$/m.exec(output);
      if (ready?.[1]) resolve(ready[1]);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
    child.once('exit', (code) => reject(new Error(`The app ended with ${code} before it was ready:\n${output}`)));
  });
  return {
    url,
    said: () => output,
    logged: () => log,
    stop: () => end(child, 'SIGTERM'),
    kill: async () => {
      await end(child, 'SIGKILL');
    },
  };
}

/** What each program of this run needs: PATH, and the one compile cache, since compiling is half of the work of a start. */
export function programEnv(): { PATH: string; NODE_COMPILE_CACHE: string } {
  return { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: join(inject('testRunFolder'), 'node-compile-cache') };
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill(signal);
  });
}

/** Below the ports that the app gives to its databases (packages/backend/src/database/embedded.ts). */
const FIRST_PORT = 10_240;
const PORTS_OF_WORKER = 1000;
/** 0 in a benchmark, which Vitest does not run. */
const WORKER = Number(process.env['VITEST_POOL_ID'] ?? 0);
let portsGiven = randomInt(PORTS_OF_WORKER);

/**
 * A port of 127.0.0.1 that nothing listens on. An app listens seconds after its port was chosen, so each of the four
 * workers (vitest.config.ts) has ports of its own, and gives each of them once.
 */
export async function freePort(): Promise<number> {
  portsGiven += 1;
  const port = FIRST_PORT + WORKER * PORTS_OF_WORKER + (portsGiven % PORTS_OF_WORKER);
  return (await isFreePort(port)) ? port : freePort();
}
