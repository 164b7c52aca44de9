import type { BackendDeps } from '../deps.ts';

export type RealtimeSettings = {
  /** Whether callers without an account may join channels and broadcast, as on hosted projects. */
  anonymous: boolean;
  /** Whether channels that are not private carry broadcasts and presence, as on hosted projects. */
  publicChannels: boolean;
};

/** The dependencies of the service; `database` is its own pool. */
export type RealtimeDeps = Pick<
  BackendDeps,
  'database' | 'keys' | 'log' | 'now' | 'settings' | 'openRateLimit' | 'usage'
>;
