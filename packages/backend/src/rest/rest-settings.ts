/** The settings of the data API. Each one that is off refuses what only some installations should answer. */
export type RestSettings = {
  /** The schemas that requests may name as profile; the first is that of requests without one (PostgREST's db-schemas). */
  schemas: readonly [string, ...string[]];
  /** Whether sums, averages, grouped counts and the like are allowed; a plain count always is. */
  aggregates: boolean;
  /** Whether a caller may see the plan of a statement (PostgREST's db-plan-enabled). */
  explain: boolean;
  /** Whether a caller may have a change rolled back, `Prefer: tx=rollback` (PostgREST's db-tx-end). */
  rollback: boolean;
};

export const DEFAULT_REST_SETTINGS: RestSettings = {
  schemas: ['public'],
  aggregates: false,
  explain: false,
  rollback: false,
};
