import type { Role } from './caller.ts';

/**
 * Connections of one process by who uses them; one share can never take another's, so that slow requests to the data
 * API leave pages, sign-in, mail and files alone. A process opens 20 of these at most, and one that listens.
 */
export const CONNECTIONS = {
  /** The site's own requests: pages, start and schema. */
  site: 4,
  /** Requests to the data API from outside without a session. */
  anonymous: 3,
  /** Requests to the data API from outside with a user's or the service's token. */
  signedIn: 4,
  auth: 4,
  mail: 2,
  storage: 3,
} as const;

export type Share = keyof typeof CONNECTIONS;
export const SHARES = Object.keys(CONNECTIONS) as Share[];

/** How long a request waits while every connection of its share is in use. */
const CONNECTION_WAIT_MS = 3_000;
/** Pages wait longer: one that comes late is better than one without its content. */
const SITE_WAIT_MS = 8_000;

export const connectionWaitMs = (share: Share): number => (share === 'site' ? SITE_WAIT_MS : CONNECTION_WAIT_MS);

/** Requests that may wait for one share; further ones are refused at once. */
export const MAX_WAITING = 100;

/** The share of a request to the data API: `isInProcess` for those that the site's own loaders and actions make. */
export function dataApiShare(role: Role, isInProcess: boolean): Share {
  if (isInProcess) return 'site';
  return role === 'anon' ? 'anonymous' : 'signedIn';
}
