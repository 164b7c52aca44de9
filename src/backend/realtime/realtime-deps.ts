import type { BackendDeps } from '../deps.ts';

/** The settings of the realtime service. */
export type RealtimeSettings = {
  /** Whether everybody with the API key may send and receive on channels that are not private, as on hosted projects. */
  publicChannels: boolean;
};

/** The dependencies of the service; `database` is its own pool. */
export type RealtimeDeps = Pick<BackendDeps, 'database' | 'keys' | 'log' | 'now' | 'settings' | 'openRateLimit'>;
