export type FairQueueOptions = {
  /** Places of all keys together, and of one key. Unlimited unless given. */
  places?: number;
  placesPerKey?: number;
  /** How many of all keys may wait, and of one key. Unlimited unless given. */
  waiting?: number;
  waitingPerKey?: number;
};

/** `queue` holds those who wait, each as the function that lets it go on. */
type KeyState = { running: number; queue: (() => void)[] };

/** Thrown when nobody else may wait, or when the wait took too long. */
export class NoPlace extends Error {}

/**
 * Shares a number of places among keys (e.g. addresses of clients). A free place goes to the key with the fewest
 * places; among equal keys, to the one that was served, or came, earliest. So a key waits for at most one place of each
 * other key, however much these ask for.
 */
export class FairQueue {
  private readonly limits: Required<FairQueueOptions>;
  /** In the order in which they were last given a place. */
  private readonly keys = new Map<string, KeyState>();
  private runningCount = 0;
  private waitingCount = 0;
  private refusedCount = 0;

  constructor({ places = Infinity, waiting = Infinity, ...options }: FairQueueOptions) {
    const { placesPerKey = places, waitingPerKey = waiting } = options;
    this.limits = { places, waiting, placesPerKey, waitingPerKey };
  }

  /** How many have a place, how many wait, and how many were refused since the start. */
  counts(): { running: number; waiting: number; refused: number } {
    return { running: this.runningCount, waiting: this.waitingCount, refused: this.refusedCount };
  }

  /**
   * Takes a place for the key: null when one is free, otherwise a promise that resolves when one is and rejects with
   * NoPlace after `withinMs`. Throws NoPlace when no more may wait.
   */
  enter(key: string, withinMs?: number): Promise<void> | null {
    const state = this.keys.get(key) ?? { running: 0, queue: [] };
    this.keys.set(key, state);
    if (this.mayStart(state)) {
      this.start(key, state);
      return null;
    }
    return this.wait(key, state, withinMs);
  }

  /** Returns a place of the key, which goes to the next that may have it. */
  leave(key: string): void {
    const state = this.keys.get(key);
    if (!state) return;
    this.runningCount -= 1;
    state.running -= 1;
    this.startNext();
    this.forgetUnused(key, state);
  }

  private mayStart(state: KeyState): boolean {
    return this.runningCount < this.limits.places && state.running < this.limits.placesPerKey;
  }

  private start(key: string, state: KeyState): void {
    this.runningCount += 1;
    state.running += 1;
    this.keys.delete(key);
    this.keys.set(key, state);
  }

  private wait(key: string, state: KeyState, withinMs: number | undefined): Promise<void> {
    const { waiting, waitingPerKey } = this.limits;
    if (this.waitingCount >= waiting || state.queue.length >= waitingPerKey) {
      this.forgetUnused(key, state);
      throw this.refuse('Too many wait');
    }
    this.waitingCount += 1;
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        state.queue.splice(state.queue.indexOf(goOn), 1);
        this.waitingCount -= 1;
        this.forgetUnused(key, state);
        reject(this.refuse('The wait took too long'));
      };
      const timer = withinMs === undefined ? undefined : setTimeout(giveUp, withinMs);
      const goOn = (): void => {
        clearTimeout(timer);
        resolve();
      };
      state.queue.push(goOn);
    });
  }

  private startNext(): void {
    let next: [string, KeyState] | null = null;
    for (const [key, state] of this.keys) {
      if (state.queue.length === 0 || !this.mayStart(state)) continue;
      if (!next || state.running < next[1].running) next = [key, state];
    }
    const goOn = next?.[1].queue.shift();
    if (!next || !goOn) return;
    this.waitingCount -= 1;
    // Counted before its promise settles, so that no later call takes the place.
    this.start(...next);
    goOn();
  }

  private forgetUnused(key: string, state: KeyState): void {
    if (state.running === 0 && state.queue.length === 0) this.keys.delete(key);
  }

  private refuse(message: string): NoPlace {
    this.refusedCount += 1;
    return new NoPlace(message);
  }
}
