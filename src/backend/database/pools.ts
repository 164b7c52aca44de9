import type { Role } from './caller.ts';

/**
 * The connection pools of one process, by their use, so that slow requests to the data API do not delay pages, sign-in,
 * mail and files. A process has at most 22 connections: these 20, one that listens (listen.ts) and one that holds a lock
 * (hold-lock.ts).
 */
export const CONNECTIONS = {
  /** The site's own requests: pages, start and schema cache. */
  site: 4,
  /** Anonymous requests to the data API from outside. */
  anonymous: 3,
  /** Requests to the data API from outside with a token of a user or the service. */
  signedIn: 4,
  auth: 4,
  mail: 2,
  storage: 3,
} as const;

export type PoolName = keyof typeof CONNECTIONS;
export const POOLS = Object.keys(CONNECTIONS) as PoolName[];

/** How long a request waits for a connection of its pool. */
const CONNECTION_WAIT_MS = 3_000;
/** Pages wait longer: a late page is better than one without content. */
const SITE_WAIT_MS = 8_000;

export const connectionWaitMs = (pool: PoolName): number => (pool === 'site' ? SITE_WAIT_MS : CONNECTION_WAIT_MS);

/** Requests that may wait for one pool; further ones fail at once. */
export const MAX_WAITING = 100;

/** The pool of a request to the data API; `isInProcess` for requests of the site's own loaders and actions. */
export function dataApiPool(role: Role, isInProcess: boolean): PoolName {
  if (isInProcess) return 'site';
  return role === 'anon' ? 'anonymous' : 'signedIn';
}
