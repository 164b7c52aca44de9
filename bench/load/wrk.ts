import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { type Cores, runToEnd } from '../child.ts';
import { processorSeconds } from './processor-time.ts';
import { type LoadResult, type Round, readWrkOutput } from './wrk-output.ts';

export type Load = {
  connections: number;
  seconds: number;
  threads?: number;
  headers?: Record<string, string>;
  /** Lua for wrk that makes each request. */
  script?: string;
  cores?: Cores;
};

/** How long wrk waits for one answer before it counts an error. */
const TIMEOUT = '10s';

/** Requests one address with wrk as fast as it is answered. */
export async function runWrk(bench: Bench, url: string, load: Load): Promise<LoadResult> {
  const { connections, seconds, threads = 1, headers = {}, script, cores = 'all' } = load;
  const args = [`-t${threads}`, `-c${connections}`, `-d${seconds}s`, '--latency', '--timeout', TIMEOUT];
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`);
  if (script !== undefined) {
    const file = join(bench.temporary, 'requests.lua');
    await writeFile(file, script);
    args.push('-s', file);
  }
  // Each connection is an open file.
  const limit = `ulimit -n ${connections + 100} 2>/dev/null; exec "$@"`;
  const { closing } = bench;
  return readWrkOutput(await runToEnd('sh', ['-c', limit, 'sh', 'wrk', ...args, url], { cores, closing }));
}

/** The same, with the processor time of the server; its `pid` includes its children. */
export async function loadServer(bench: Bench, { url, pid }: { url: string; pid: number }, load: Load): Promise<Round> {
  const before = processorSeconds(pid) ?? Number.NaN;
  const result = await runWrk(bench, url, load);
  return { ...result, perProcessorSecond: result.requests / ((processorSeconds(pid) ?? Number.NaN) - before) };
}
