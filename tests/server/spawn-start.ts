import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { ROOT, programEnv } from '../support/app-process.ts';

/** A start that may wait before it is ready. */
export type SpawnedStart = {
  /** Both streams, as they come. */
  output: () => string;
  kill: (signal: NodeJS.Signals) => void;
  /** The exit code. */
  ended: Promise<number | null>;
};

/** Runs a start without sample content and returns at once. It is killed when the test is finished. */
export function spawnStart(env: Record<string, string>): SpawnedStart {
  let output = '';
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/server/main.ts'], {
    cwd: ROOT,
    env: {
      ...programEnv(),
      NODE_ENV: 'production',
      SAMPLE_CONTENT: 'false',
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return { output: () => output, kill: (signal) => child.kill(signal), ended };
}
