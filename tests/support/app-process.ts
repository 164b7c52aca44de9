import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { inject } from 'vitest';

export const ROOT = join(import.meta.dirname, '../..');

/** The app as its own process, the way an operator runs it. */
export type AppProcess = {
  url: string;
  said: () => string;
  /** SIGTERM, and the exit code. */
  stop: () => Promise<number | null>;
  /** SIGKILL: the app is gone, its database is left behind. */
  kill: () => Promise<void>;
};

/** Starts `src/server/main.ts` and resolves when it says that it is ready; throws with what it said when it ends first. */
export async function startApp(env: Record<string, string>): Promise<AppProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/server/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', NODE_COMPILE_CACHE: compileCache(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      const ready = /^ready (\S+)$/m.exec(said);
      if (ready?.[1]) resolve(ready[1]);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => reject(new Error(`The app ended with ${code} before it was ready:\n${said}`)));
  });
  return {
    url,
    said: () => said,
    stop: () => end(child, 'SIGTERM'),
    kill: async () => {
      await end(child, 'SIGKILL');
    },
  };
}

/** Where the apps of this run keep their compiled code: half of the work of a start is to compile. */
function compileCache(): string {
  return join(inject('testRunFolder'), 'node-compile-cache');
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill(signal);
  });
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
