import { text, wholeNumber } from './variables.ts';

export type MonitoringSettings = {
  /** Who sends it as bearer token may read /metrics from anywhere; null: nobody but this machine. */
  metricsToken: string | null;
  /** Requests that take as long are named in the log, in milliseconds; null for none. */
  slowRequestMs: number | null;
};

/** A token that is guessed must cost more than the metrics are worth. */
const TOKEN_LENGTH = 16;
const SLOW_REQUEST_MS = 2000;

/** The variables of monitoring. */
export const monitoringVariables = {
  METRICS_TOKEN: text.refine(
    (value) => value === null || value.length >= TOKEN_LENGTH,
    `is shorter than ${TOKEN_LENGTH} characters`,
  ),
  SLOW_REQUEST_MS: wholeNumber(0, 600_000),
};

export function monitoringSettings(data: {
  METRICS_TOKEN: string | null;
  SLOW_REQUEST_MS: number | null;
}): MonitoringSettings {
  return { metricsToken: data.METRICS_TOKEN, slowRequestMs: (data.SLOW_REQUEST_MS ?? SLOW_REQUEST_MS) || null };
}
