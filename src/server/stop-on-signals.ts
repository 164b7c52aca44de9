export type CloseSteps = (() => Promise<void> | void)[];

/** Runs all functions of `closing` in order, even when some throw. Returns whether all succeeded. */
export async function closeAll(closing: CloseSteps): Promise<boolean> {
  let isClean = true;
  for (const close of closing.splice(0)) {
    try {
      await close();
    } catch (error) {
      isClean = false;
      console.error(error);
    }
  }
  return isClean;
}

/**
 * Stops on SIGINT, SIGTERM and SIGHUP, and when the parent process is gone (its IPC channel closes). A terminal sends
 * Ctrl-C to all processes of the command, so further signals are ignored.
 */
export function stopOnSignals(closing: CloseSteps, print: (line: string) => void): void {
  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    print('Stopping …');
    const isClean = await closeAll(closing);
    print(isClean ? 'Stopped.' : 'Stopped, with the error above.');
    process.exit(isClean ? 0 : 1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  process.on('disconnect', () => void stop());
}
