import type { Probe } from '#backend/database/read-state.ts';
import { DatabaseUnavailable } from '#backend/database/unavailable.ts';

/** The outages of the database in the log: one line at the start and one at the end of each. */
export type DatabaseOutage = {
  /** To be called with errors of connections. */
  report: (error: DatabaseUnavailable) => void;
  /** Whether an error comes from an outage, which is reported by itself. Counts it. */
  covers: (error: unknown) => boolean;
  /** Whether there is one now. */
  isOpen: () => boolean;
  /** From now on `probe` finds the end of an outage. */
  watch: (probe: Probe) => void;
  stop: () => void;
};

export type OutageLines = {
  began: (error: unknown) => void;
  ended: (figures: { seconds: number; failed: number }) => void;
  /** All connections of a pool are in use. */
  busy: (error: unknown) => void;
};

/** Longer than the probe uses a result again. */
const CHECK_EVERY_MS = 1500;
/** How long after an outage the errors of its statements may still arrive. */
const LATE_MS = 15_000;
/** What the data API answers its callers, among them the site, without a connection (protocol.md 2.4). */
const CODES_WITHOUT_CONNECTION = ['PGRST000', 'PGRST001'];

type Outage = {
  since: number;
  failed: number;
  error: unknown;
  /** Whether its beginning was written. */
  isTold: boolean;
};

export function followOutages({ began, ended, busy }: OutageLines): DatabaseOutage {
  let probe: Probe | null = null;
  let outage: Outage | null = null;
  let endedAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  const schedule = (): void => void (timer = setTimeout(() => void check(), CHECK_EVERY_MS).unref());
  const tell = (current: Outage): void => {
    if (!current.isTold) began(current.error);
    current.isTold = true;
  };
  const check = async (): Promise<void> => {
    const isOver = await probe?.();
    if (!outage) return;
    if (!isOver) {
      tell(outage);
      return schedule();
    }
    const { since, failed, isTold } = outage;
    outage = null;
    if (!isTold) return;
    endedAt = performance.now();
    ended({ seconds: Math.round((endedAt - since) / 1000), failed });
  };
  const begin = (error: unknown): void => {
    const since = performance.now();
    outage = { since, failed: 0, error, isTold: false };
    // Soon after an outage, an error belongs to a new outage only if the database does not answer.
    if (since - endedAt >= LATE_MS) tell(outage);
    schedule();
  };

  return {
    report: (error) => {
      if (outage) return;
      if (error.reason === 'busy') busy(error);
      else begin(error);
    },
    covers: (error) => {
      if (!probe || !isWithoutConnection(error)) return false;
      if (!outage) begin(error);
      if (outage) outage.failed += 1;
      return true;
    },
    isOpen: () => outage !== null,
    watch: (given) => void (probe = given),
    stop: () => clearTimeout(timer),
  };
}

function isWithoutConnection(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (error instanceof DatabaseUnavailable) return error.reason !== 'busy';
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return CODES_WITHOUT_CONNECTION.includes(String(code)) || (cause !== undefined && isWithoutConnection(cause));
}
