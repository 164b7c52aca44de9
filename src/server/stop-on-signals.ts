export type Closing = (() => Promise<void> | void)[];

/** Runs every part of `closing`, in order, whatever the others do; says whether all went well. */
export async function closeAll(closing: Closing): Promise<boolean> {
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
 * Stops cleanly on SIGINT, SIGTERM and SIGHUP, and when the process that started us is gone (its channel closes).
 * A terminal sends Ctrl-C to every process of the command, so a second signal means nothing.
 */
export function stopOnSignals(closing: Closing, say: (line: string) => void): void {
  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    say('Stopping …');
    const isClean = await closeAll(closing);
    say(isClean ? 'Stopped.' : 'Stopped, with the errorKind above.');
    process.exit(isClean ? 0 : 1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  process.on('disconnect', () => void stop());
}
