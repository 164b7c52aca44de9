import type { Role } from './as-caller.ts';

/**
 * The connection pools of one process, by their use, so that slow requests to the data API do not delay pages, sign-in,
 * mail and files. A process has at most 30 connections unless it is given a number: these 26, three that listen
 * (listen.ts: for pages, for the schema, and for realtime once somebody has joined a channel) and one that holds a lock
 * (hold-lock.ts).
 */
export const CONNECTIONS = {
  /** The site's own requests: pages, start and schema cache. */
  site: 4,
  /** Anonymous requests to the data API from outside. */
  anonymous: 4,
  /** Requests to the data API from outside with a token of a user or the service. */
  signedIn: 4,
  auth: 4,
  /** Enquiries. */
  mail: 2,
  storage: 3,
  /** Rights to channels, and rows for subscribers. */
  realtime: 3,
  /** What the process does without a request: delivery of mail, health. */
  internal: 2,
} as const;

export type PoolName = keyof typeof CONNECTIONS;
export const POOLS = Object.keys(CONNECTIONS) as PoolName[];

const IN_POOLS = POOLS.reduce((sum, name) => sum + CONNECTIONS[name], 0);
/** The connections that listen and hold a lock. */
const OUTSIDE_POOLS = 4;
/** Connections of one process: by default, and at least. */
export const DEFAULT_CONNECTIONS = IN_POOLS + OUTSIDE_POOLS;
export const MIN_CONNECTIONS = POOLS.length + OUTSIDE_POOLS;
/** Connections of the primary process of several workers: mail, and one for its other work. */
const PRIMARY_CONNECTIONS = 2;
/** Fits into the default `max_connections` of the bundled PostgreSQL, beside commands and its own reserve. */
const BUNDLED_CONNECTIONS = 62;

/** The size of a pool in a process with `connections` in all. */
export function poolSize(name: PoolName, connections: number): number {
  return Math.max(1, Math.floor((CONNECTIONS[name] * (connections - OUTSIDE_POOLS)) / IN_POOLS));
}

/** The most connections of one start with `workers` serving processes, unless the operator sets a number. */
export function defaultConnections(workers: number): number {
  return Math.min(connectionsFor(workers, DEFAULT_CONNECTIONS), Math.max(BUNDLED_CONNECTIONS, minConnections(workers)));
}

/** The connections that a start needs with `workers` processes that serve. */
export function minConnections(workers: number): number {
  return connectionsFor(workers, MIN_CONNECTIONS);
}

function connectionsFor(workers: number, each: number): number {
  return workers * each + (workers > 1 ? PRIMARY_CONNECTIONS : 0);
}

/** The part of `total` connections that each of `workers` processes may have. */
export function connectionsOfWorker(total: number, workers: number): number {
  return workers > 1 ? Math.floor((total - PRIMARY_CONNECTIONS) / workers) : total;
}

const CONNECTION_WAIT_MS = 3_000;
/** Pages wait longer: a late page is better than one without content. */
const SITE_WAIT_MS = 8_000;

export const connectionWaitMs = (pool: PoolName): number => (pool === 'site' ? SITE_WAIT_MS : CONNECTION_WAIT_MS);

/** How many of a pool's connections one caller may have at a time: one is left to others, where there are several. */
export function connectionsPerCaller(pool: PoolName, size: number): number {
  return pool === 'internal' ? size : Math.max(1, size - 1);
}

/** The pool of a request to the data API; `isInProcess` for requests of the site's own loaders and actions. */
export function dataApiPool(role: Role, isInProcess: boolean): PoolName {
  if (isInProcess) return 'site';
  return role === 'anon' ? 'anonymous' : 'signedIn';
}
