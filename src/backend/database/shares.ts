import type { Role } from './caller.ts';

/**
 * Connections of one process by their use. A share cannot use the connections of another, so slow requests to the data
 * API do not affect pages, sign-in, mail and files. A process opens at most these 20, and one that listens.
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

export type Share = keyof typeof CONNECTIONS;
export const SHARES = Object.keys(CONNECTIONS) as Share[];

/** How long a request waits for a connection of its share. */
const CONNECTION_WAIT_MS = 3_000;
/** Pages wait longer: a late page is better than one without content. */
const SITE_WAIT_MS = 8_000;

export const connectionWaitMs = (share: Share): number => (share === 'site' ? SITE_WAIT_MS : CONNECTION_WAIT_MS);

/** Requests that may wait for one share; further ones fail at once. */
export const MAX_WAITING = 100;

/** The share of a request to the data API; `isInProcess` for requests of the site's own loaders and actions. */
export function dataApiShare(role: Role, isInProcess: boolean): Share {
  if (isInProcess) return 'site';
  return role === 'anon' ? 'anonymous' : 'signedIn';
}
