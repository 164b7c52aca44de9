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
export function createConcurrencyLimit(options: ConcurrencyOptions): ConcurrencyLimit {
  const queue = new LimitedQueue(options);
  return async (key, work) => {
    // Without a wait the work starts at once, not in a later microtask.
    const turn = queue.enter(key);
    if (turn) await turn;
    try {
      return await work();
    } finally {
      queue.leave(key);
    }
  };
}

class LimitedQueue {
  private readonly limits: Required<ConcurrencyOptions>;
  private readonly keys = new Map<string, KeyState>();
  private running = 0;
  private waiting = 0;
  private position = 0;

  constructor({ atOnce = Infinity, waiting = Infinity, ...options }: ConcurrencyOptions) {
    const { atOncePerKey = atOnce, waitingPerKey = waiting, message = 'Too many requests at once' } = options;
    this.limits = { atOnce, waiting, atOncePerKey, waitingPerKey, message };
  }

  /** Takes a place for work of the key; resolves when there is one, and returns null when there is one now. */
  enter(key: string): Promise<void> | null {
    const state = this.keys.get(key) ?? { running: 0, queue: [] };
    const turn = this.mayStart(state) ? this.start(state) : this.wait(state);
    this.keys.set(key, state);
    return turn;
  }

  /** Frees the place of work that has ended, and starts the next that may run. */
  leave(key: string): void {
    const state = this.keys.get(key);
    if (!state) return;
    const wasFull = this.running >= this.limits.atOnce;
    this.running -= 1;
    state.running -= 1;
    // Below the total limit other keys wait only because of their own share, which has not changed.
    this.startNext(wasFull ? firstInLine([...this.keys.values()].filter((one) => this.mayStart(one))) : state);
    if (state.running === 0 && state.queue.length === 0) this.keys.delete(key);
  }

  private mayStart(state: KeyState): boolean {
    return this.running < this.limits.atOnce && state.running < this.limits.atOncePerKey;
  }

  private start(state: KeyState): null {
    this.running += 1;
    state.running += 1;
    return null;
  }

  private wait(state: KeyState): Promise<void> {
    const { waiting, waitingPerKey, message } = this.limits;
    if (this.waiting >= waiting || state.queue.length >= waitingPerKey) {
      throw new RequestError('too_many_requests', message, RETRY_AFTER_SECONDS);
    }
    this.waiting += 1;
    this.position += 1;
    const { position } = this;
    return new Promise((resolve) => state.queue.push({ position, start: resolve }));
  }

  private startNext(state: KeyState | undefined): void {
    const next = state?.queue.shift();
    if (!state || !next) return;
    this.waiting -= 1;
    // Counted before its promise settles, so that no later call takes the place.
    this.start(state);
    next.start();
  }
}

/** The state with the oldest waiting work; undefined when none waits. */
function firstInLine(states: readonly KeyState[]): KeyState | undefined {
  const positionOf = ({ queue }: KeyState) => queue[0]?.position ?? Infinity;
  const waiting = states.filter(({ queue }) => queue.length > 0);
  return waiting.toSorted((a, b) => positionOf(a) - positionOf(b))[0];
}
