import { onTestFinished } from 'vitest';
import { type RunningProgram, spawnProgram } from '../support/run-program.ts';

/** Runs a start without sample content, which may wait, and returns at once. It is killed when the test is finished. */
export function spawnStart(env: Record<string, string>): RunningProgram {
  const start = spawnProgram(['src/server/main.ts'], { SAMPLE_CONTENT: 'false', PORT: '0', ...env });
  onTestFinished(() => {
    start.child.kill('SIGKILL');
  });
  return start;
}
