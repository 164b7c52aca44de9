import { spawn } from 'node:child_process';
import { ROOT, programEnv } from './app-process.ts';

export type MoveResult = { code: number | null; output: string };

/**
 * Runs `npm run move -- …` and returns its exit code and output. `killAt`: kills it with SIGKILL as soon as its output
 * contains this.
 */
export async function runMove(
  words: readonly string[],
  env: Record<string, string>,
  { killAt }: { killAt?: string } = {},
): Promise<MoveResult> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/cli/move.ts', ...words], {
    cwd: ROOT,
    env: { ...programEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (killAt !== undefined && output.includes(killAt)) child.kill('SIGKILL');
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}
