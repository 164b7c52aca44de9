/** The result of one run of wrk. */
export type LoadResult = {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers that are neither 2xx nor 3xx, and connections that failed. */
  errors: { status: number; connect: number; read: number; write: number; timeout: number };
};

/** With the requests per second of the server's processor time, which other work on the machine hardly changes. */
export type Round = LoadResult & { perProcessorSecond: number };

const TO_MS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Reads what `wrk --latency` prints. Throws an Error with the output when a figure is missing. */
export function readWrkOutput(output: string): LoadResult {
  const number = (pattern: RegExp): number => {
    const found = pattern.exec(output)?.[1];
    if (found === undefined) throw new Error(`wrk did not print ${pattern.source}:\n${output}`);
    return Number(found);
  };
  const socketErrors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output);
  const [connect = 0, read = 0, write = 0, timeout = 0] = socketErrors?.slice(1).map(Number) ?? [];
  const status = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0);
  return {
    requests: number(/(\d+) requests in /),
    perSecond: number(/Requests\/sec:\s+([\d.]+)/),
    p50Ms: readLatency(output, 50),
    p99Ms: readLatency(output, 99),
    errors: { status, connect, read, write, timeout },
  };
}

function readLatency(output: string, percent: number): number {
  const [, value, unit = ''] = new RegExp(`^\\s+${percent}%\\s+([\\d.]+)(us|ms|s|m|h)\\s*$`, 'm').exec(output) ?? [];
  const scale = TO_MS[unit];
  if (value === undefined || scale === undefined) throw new Error(`wrk printed no ${percent}% latency:\n${output}`);
  return Number(value) * scale;
}

export function countErrors({ errors }: LoadResult): number {
  return Object.values(errors).reduce((sum, count) => sum + count, 0);
}
