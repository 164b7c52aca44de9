/** What a worker tells the primary process. */
export type FromWorker =
  /** It has started and needs the address of the database. */
  | { kind: 'started' }
  /** It serves at this address. */
  | { kind: 'ready'; url: string }
  /** It cannot start; the operator can correct the reason. */
  | { kind: 'configuration-error'; message: string }
  /** It does not hang. */
  | { kind: 'alive' }
  /** It has enqueued mail. */
  | { kind: 'mail' }
  /** It needs the sum of the metrics of all processes. */
  | { kind: 'sum-metrics'; id: number }
  /** Its metrics, as prom-client's `getMetricsAsJSON` returns them. */
  | { kind: 'metrics'; id: number; metrics: object[] };

/** What the primary process tells a worker. */
export type ToWorker =
  /** The address of the database, or null with a hosted backend. */
  | { kind: 'database'; url: string | null }
  /** It is to send its metrics. */
  | { kind: 'collect-metrics'; id: number }
  /** The sum that it asked for, in Prometheus' text format. */
  | { kind: 'metrics-sum'; id: number; text: string }
  /** It is to finish its requests and end. */
  | { kind: 'stop' };
