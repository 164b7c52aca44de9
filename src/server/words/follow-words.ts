import { putInForce, type StoredWords } from './read-words.ts';
import { endsWithin } from '#backend/database/ends-within.ts';

export type FollowedWords = {
  /** Reads the words again: they may have changed. */
  expire: () => void;
  /**
   * Resolves when the words in force are those of every change before this call. While they cannot be read it resolves
   * at once, or after WAIT_MS, and the last words stay in force. Never rejects.
   */
  ready: () => Promise<void>;
  stop: () => void;
};

type FollowOptions = {
  read: () => Promise<StoredWords>;
  /** Called after other words were put in force. */
  onChange?: () => void;
  /** Called with the first error of a row of errors. */
  onError: (error: unknown) => void;
  /** How long words are good without `expire`; without it, for ever. */
  freshForMs?: number;
};

/** A page waits no longer for a database that does not answer. */
const WAIT_MS = 2000;
const RETRY_AFTER_MS = 1000;

/** Keeps the words of this process as they are stored: one read for each time that they may have changed. */
export function followWords(options: FollowOptions): FollowedWords {
  const { read, onChange, onError, freshForMs = Infinity } = options;
  /** The number of times that the words may have changed, and at the start of the last read that succeeded. */
  let wanted = 1;
  let known = 0;
  let readAt = 0;
  let isFailing = false;
  let isStopped = false;
  let attempt: Promise<void> | null = null;
  let retry: NodeJS.Timeout | undefined;

  const readOnce = async (): Promise<void> => {
    const reading = wanted;
    const startedAt = performance.now();
    try {
      const stored = await read();
      const isChanged = await putInForce(stored);
      [known, readAt, isFailing] = [reading, startedAt, false];
      if (isChanged) onChange?.();
    } catch (error) {
      if (!isFailing && !isStopped) onError(error);
      isFailing = true;
    }
  };
  const start = (): void => {
    if (isStopped || attempt || known === wanted) return;
    attempt = readOnce().finally(() => {
      attempt = null;
      clearTimeout(retry);
      if (isFailing) retry = setTimeout(start, RETRY_AFTER_MS).unref();
      else start();
    });
  };
  const expire = (): void => {
    wanted += 1;
    start();
  };
  const catchUp = async (): Promise<void> => {
    const target = wanted;
    while (known < target && attempt && !isFailing) await attempt;
  };
  start();
  return {
    expire,
    ready: async () => {
      if (known === wanted && performance.now() - readAt > freshForMs) expire();
      if (known === wanted || isFailing) return;
      await endsWithin(WAIT_MS, catchUp());
    },
    stop: () => {
      isStopped = true;
      clearTimeout(retry);
    },
  };
}
