import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that the current code works for. */
type RequestContext = { id: string };

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work`, and what it starts, for the request with this id. */
export function inRequest<T>(id: string, work: () => T): T {
  return storage.run({ id }, work);
}

/** Runs `work`, and what it starts, for no request: work that a request wakes and that goes on by itself. */
export function outsideRequests<T>(work: () => T): T {
  return storage.exit(work);
}

/** The id of the current request, or undefined. */
export function currentRequestId(): string | undefined {
  return storage.getStore()?.id;
}
