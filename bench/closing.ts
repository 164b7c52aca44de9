/** What has to be undone when the bench ends, however it ends. */
export type Closing = {
  /** Registers a function; returns one that calls it once and forgets it. */
  add: (close: () => Promise<void>) => () => Promise<void>;
  /** Calls all registered functions, the last one first, also when some throw. Every call waits for the same end. */
  closeAll: () => Promise<void>;
  /** Whether closeAll was called: what fails from now on was stopped. */
  hasBegun: () => boolean;
};

export function createClosing(): Closing {
  const open: (() => Promise<void>)[] = [];
  let closingAll: Promise<void> | undefined;
  const closeOne = async (close: () => Promise<void>): Promise<void> => {
    const index = open.indexOf(close);
    if (index === -1) return;
    open.splice(index, 1);
    await close();
  };
  const closeEach = async (): Promise<void> => {
    for (let close = open.at(-1); close; close = open.at(-1)) await closeOne(close).catch(console.error);
  };
  return {
    add: (close) => {
      open.push(close);
      return () => closeOne(close);
    },
    closeAll: () => (closingAll ??= closeEach()),
    hasBegun: () => closingAll !== undefined,
  };
}

/** Undoes everything on Ctrl-C, SIGTERM, SIGHUP, and when the parent process is gone; then ends this process. */
export function closeOnSignals({ closeAll, hasBegun }: Closing): void {
  const close = async (): Promise<void> => {
    if (hasBegun()) return;
    console.error('\nStopping what was started …');
    await closeAll();
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void close());
  process.on('disconnect', () => void close());
}
