import { isatty } from 'node:tty';
import { describeFatalError } from '../start/describe-error.ts';

export type CloseSteps = (() => Promise<void> | void)[];

const stop = new AbortController();

/** Aborted when this process begins to stop. Work that is still starting then ends, and its errors are not reported. */
export const stopping: AbortSignal = stop.signal;

/**
 * A terminal that is closed sends SIGHUP. A process without one, such as that of `nohup` or of a service, continues:
 * Node resets the disposition "ignored" that `nohup` sets. Asked at the start, because a closed terminal is none.
 */
const HAS_TERMINAL = [0, 1, 2].some((descriptor) => isatty(descriptor));
const STOP_SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', ...(HAS_TERMINAL ? (['SIGHUP'] as const) : [])];

/** Begins the stop of this process. Returns false when it has begun already. */
function beginStop(): boolean {
  if (stopping.aborted) return false;
  stop.abort();
  return true;
}

/** Runs all functions of `closing` in order, even when some throw. Returns whether all succeeded. */
export async function closeAll(closing: CloseSteps): Promise<boolean> {
  let isClean = true;
  for (const close of closing.splice(0)) {
    try {
      await close();
    } catch (error) {
      isClean = false;
      console.error(describeFatalError(error, { withStack: true }));
    }
  }
  return isClean;
}

/** Ends this process after its start has failed. A stop during the start ends it itself. */
export async function endFailedStart(error: unknown, closing: CloseSteps, withStack: boolean): Promise<void> {
  if (!beginStop()) return;
  console.error(`\n${describeFatalError(error, { withStack })}`);
  await closeAll(closing);
  process.exit(1);
}

/**
 * Stops on SIGINT and SIGTERM, on SIGHUP if this process has a terminal, and when the parent process is gone (its IPC
 * channel closes). A terminal sends Ctrl-C to all processes of the command, so further signals are ignored.
 */
export function stopOnSignals(closing: CloseSteps, print: (line: string) => void): void {
  const begin = onStopSignals(async () => {
    print('Stopping …');
    const isClean = await closeAll(closing);
    print(isClean ? 'Stopped.' : 'Stopped, with the error above.');
    process.exit(isClean ? 0 : 1);
  });
  process.on('disconnect', begin);
}

/** Runs `work` once, at the first signal that stops this process or the first call of the returned function. */
export function onStopSignals(work: () => Promise<void>): () => void {
  const begin = (): void => {
    if (beginStop()) void work();
  };
  for (const signal of STOP_SIGNALS) process.on(signal, begin);
  if (!HAS_TERMINAL) process.on('SIGHUP', () => {});
  return begin;
}
