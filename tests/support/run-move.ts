import { type Ended, runProgramToEnd } from './run-program.ts';

export type MoveResult = Pick<Ended, 'code' | 'output'>;

/**
 * Runs `npm run move -- …` and returns its exit code and output. `killAt`: sends it `signal` as soon as its output
 * contains this.
 */
export async function runMove(
  words: readonly string[],
  env: Record<string, string>,
  { killAt, signal = 'SIGKILL' }: { killAt?: string; signal?: NodeJS.Signals } = {},
): Promise<MoveResult> {
  const { code, output } = await runProgramToEnd(['src/cli/move.ts', ...words], env, {
    onOutput: (said, child) => void (killAt !== undefined && said.includes(killAt) && child.kill(signal)),
  });
  return { code, output };
}
