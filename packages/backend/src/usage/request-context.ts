import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that the current code works for. */
export type RunningRequest = {
  /** The id in the log. */
  id?: string;
  /** Whose turn it is for a connection of the database: an account once its token is verified, before that an address. */
  caller: string;
};

/** Work of the site itself: start, cleaning, delivery of mail. */
const NO_CALLER = '';

const storage = new AsyncLocalStorage<RunningRequest>();

/** Runs `work`, and what it starts, for this request. */
export function inRequest<T>(request: RunningRequest, work: () => T): T {
  return storage.run(request, work);
}

/** Runs `work`, and what it starts, for no request: work that a request wakes and that goes on by itself. */
export function outsideRequests<T>(work: () => T): T {
  return storage.exit(work);
}

/** The id of the current request, or undefined. */
export function currentRequestId(): string | undefined {
  return storage.getStore()?.id;
}

/** The caller of the current request; an empty string for work of the site itself. */
export function currentCaller(): string {
  return storage.getStore()?.caller ?? NO_CALLER;
}

/** Runs `work`, and what it starts, for another caller of the current request. */
export function asCurrentCaller<T>(caller: string, work: () => T): T {
  return storage.run({ ...storage.getStore(), caller }, work);
}
