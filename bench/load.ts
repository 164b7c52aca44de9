import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from './app.ts';
import { type Cores, processorSeconds, runToEnd } from './child.ts';

const CONNECTIONS = 16;

/** The result of one run of wrk. */
export type LoadResult = {
  requests: number;
  perSecond: number;
  p99Ms: number;
  /** Answers that are neither 2xx nor 3xx, and connections that failed. */
  errors: number;
  /** Requests per second of the server's processor time, which other work on the machine hardly changes; else NaN. */
  perProcessorSecond: number;
};

export type Load = {
  connections?: number;
  seconds: number;
  headers?: Record<string, string>;
  /** Lua for wrk that makes each request. */
  script?: string;
  cores?: Cores;
};

/** Requests one address with wrk as fast as it is answered. */
export async function runWrk(bench: Bench, url: string, load: Load): Promise<LoadResult> {
  const { connections = CONNECTIONS, seconds, headers = {}, script, cores } = load;
  const args = [
    `-t${connections > 1000 ? 2 : 1}`,
    `-c${connections}`,
    `-d${seconds}s`,
    '--latency',
    '--timeout',
    '10s',
  ];
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`);
  if (script !== undefined) {
    const file = join(bench.temporary, 'requests.lua');
    await writeFile(file, script);
    args.push('-s', file);
  }
  // Each connection is an open file.
  const limit = `ulimit -n ${connections + 100} 2>/dev/null; exec "$@"`;
  return readWrkOutput(await runToEnd('sh', ['-c', limit, 'sh', 'wrk', ...args, url], { cores }));
}

/** The same, with the processor time of the server; its `pid` includes its children. */
export async function loadServer(
  bench: Bench,
  { url, pid }: { url: string; pid: number },
  load: Load,
): Promise<LoadResult> {
  const before = processorSeconds(pid);
  const result = await runWrk(bench, url, load);
  return { ...result, perProcessorSecond: result.requests / (processorSeconds(pid) - before) };
}

const TO_MS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Reads what `wrk --latency` prints. Throws an Error with the output when a figure is missing. */
export function readWrkOutput(output: string): LoadResult {
  const socketErrors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output) ?? [];
  const status = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0);
  const [, p99, unit = ''] = /^\s+99%\s+([\d.]+)(us|ms|s|m|h)\s*$/m.exec(output) ?? [];
  return {
    requests: readNumber(output, /(\d+) requests in /),
    perSecond: readNumber(output, /Requests\/sec:\s+([\d.]+)/),
    p99Ms: Number(p99) * (TO_MS[unit] ?? Number.NaN),
    perProcessorSecond: Number.NaN,
    errors: socketErrors.slice(1).reduce((sum, some) => sum + Number(some), status),
  };
}

function readNumber(output: string, pattern: RegExp): number {
  const found = pattern.exec(output)?.[1];
  if (found === undefined) throw new Error(`The output has no ${pattern.source}:\n${output}`);
  return Number(found);
}

export const ratesOf = (rounds: readonly LoadResult[]): number[] => rounds.map((round) => round.perSecond);
export const efficienciesOf = (rounds: readonly LoadResult[]): number[] =>
  rounds.map(({ perProcessorSecond }) => perProcessorSecond);
