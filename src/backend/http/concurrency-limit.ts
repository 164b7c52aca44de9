import { RequestError } from './errors.ts';

/** Runs `work` when the limits of its key allow it. Rethrows what the work throws. */
export type ConcurrencyLimit = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export type ConcurrencyOptions = {
  /** How much work of all keys runs at a time, and how much more may wait; unlimited unless given. */
  atOnce?: number;
  waiting?: number;
  /** The same for one key. */
  atOncePerKey?: number;
  waitingPerKey?: number;
  /** The message of the error that is thrown beyond the limits. */
  message?: string;
};

type Waiting = { position: number; start: () => void };
type KeyState = { running: number; queue: Waiting[] };

const RETRY_AFTER_SECONDS = 1;

/**
 * Limits the work that runs and waits in this process, in total and per key (e.g. a client's address). Work starts in the
 * order of its calls, but keys that have reached their share are passed over, so that no key can fill the queue.
 * Throws RequestError `too_many_requests` when the queue, or the key's part of it, is full.
 */
export function createConcurrencyLimit({
  atOnce = Infinity,
  waiting = Infinity,
  atOncePerKey = atOnce,
  waitingPerKey = waiting,
  message = 'Too many requests at once',
}: ConcurrencyOptions): ConcurrencyLimit {
  const keys = new Map<string, KeyState>();
  let running = 0;
  let waitingNow = 0;
  let position = 0;

  const mayStart = (state: KeyState) => running < atOnce && state.running < atOncePerKey;
  const enter = (state: KeyState): void => {
    running += 1;
    state.running += 1;
  };
  const wait = (state: KeyState): Promise<void> => {
    if (waitingNow >= waiting || state.queue.length >= waitingPerKey) {
      throw new RequestError('too_many_requests', message, RETRY_AFTER_SECONDS);
    }
    waitingNow += 1;
    position += 1;
    return new Promise((resolve) => state.queue.push({ position, start: resolve }));
  };
  const startNext = (state: KeyState | undefined): void => {
    const next = state?.queue.shift();
    if (!state || !next) return;
    waitingNow -= 1;
    // Counted before its promise settles, so that no later call takes the place.
    enter(state);
    next.start();
  };
  const leave = (key: string, state: KeyState): void => {
    const wasFull = running >= atOnce;
    running -= 1;
    state.running -= 1;
    // Below the total limit other keys wait only because of their own share, which has not changed.
    startNext(wasFull ? firstInLine([...keys.values()].filter(mayStart)) : state);
    if (state.running === 0 && state.queue.length === 0) keys.delete(key);
  };

  return async (key, work) => {
    const state = keys.get(key) ?? { running: 0, queue: [] };
    const turn = mayStart(state) ? enter(state) : wait(state);
    keys.set(key, state);
    if (turn) await turn;
    try {
      return await work();
    } finally {
      leave(key, state);
    }
  };
}

/** The state with the oldest waiting work; undefined when none waits. */
function firstInLine(states: readonly KeyState[]): KeyState | undefined {
  const positionOf = ({ queue }: KeyState) => queue[0]?.position ?? Infinity;
  return states
    .filter(({ queue }) => queue.length > 0)
    .reduce<KeyState | undefined>(
      (first, state) => (!first || positionOf(state) < positionOf(first) ? state : first),
      undefined,
    );
}
