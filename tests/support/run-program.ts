import { type ChildProcess, spawn } from 'node:child_process';
import { ROOT } from './root.ts';
import { programEnv } from './app-process.ts';

export type Ended = {
  code: number | null;
  stdout: Buffer;
  stderr: string;
  /** Both streams, as they came. */
  output: string;
};

export type RunningProgram = {
  child: ChildProcess;
  /** Both streams, as they come. */
  output: () => string;
  ended: Promise<Ended>;
};

type Options = {
  /** Runs it as this user, which only root may ask for. */
  uid?: number;
  /** Is called with all output whenever there is more. */
  onOutput?: (output: string, child: ChildProcess) => void;
  /** SIGTERM after this time. */
  timeout?: number;
};

/** Starts a program of the product, such as `src/cli/backup.ts`, with these arguments and no settings but `env`. */
export function spawnProgram(
  words: readonly string[],
  env: Record<string, string>,
  { uid, onOutput, timeout }: Options = {},
): RunningProgram {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...words], {
    cwd: ROOT,
    env: { ...programEnv(), NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
    ...(timeout !== undefined && { timeout }),
  });
  const pieces: Buffer[] = [];
  let [output, stderr] = ['', ''];
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()));
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => {
      output += piece.toString();
      onOutput?.(output, child);
    });
  }
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ code, stdout: Buffer.concat(pieces), stderr, output }));
  });
  return { child, output: () => output, ended };
}

/** Runs a program in the same way to its end. */
export function runProgramToEnd(...given: Parameters<typeof spawnProgram>): Promise<Ended> {
  return spawnProgram(...given).ended;
}
