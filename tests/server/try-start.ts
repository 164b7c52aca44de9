import { freePort } from '../support/app-process.ts';
import { type Ended, runProgramToEnd } from '../support/run-program.ts';
import { SLOWNESS } from '#backend-tests/support/slowness.ts';

const MUST_END_WITHIN_MS = 30_000 * SLOWNESS;

/**
 * Runs a start that is expected to end by itself; returns its exit code and output. An app that becomes ready, or takes
 * too long, is stopped. With `uid` it runs as that user, which only root may ask for.
 */
export async function tryStart(env: Record<string, string>, uid?: number): Promise<Pick<Ended, 'code' | 'output'>> {
  const { code, output } = await runProgramToEnd(
    ['src/server/main.ts'],
    { PORT: String(await freePort()), ...env },
    {
      ...(uid !== undefined && { uid }),
      timeout: MUST_END_WITHIN_MS,
      onOutput: (said, child) => void (/^ready /m.test(said) && child.kill('SIGTERM')),
    },
  );
  return { code, output };
}
