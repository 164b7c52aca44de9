import type { Bench, Measurement } from '../bench.ts';
import { keptAnswer } from '../baselines/kept-answer.ts';
import { startNginx } from '../baselines/nginx.ts';
import { startBareNode } from '../baselines/node-server.ts';
import { loadServer } from '../load/wrk.ts';
import { type Round, countErrors } from '../load/wrk-output.ts';
import { findProgram, notInstalled } from '../programs.ts';
import { type App, startApp } from '../product/app.ts';
import { newDataFolder } from '../product/data-folder.ts';
import { sendOrThrow } from '../product/requests.ts';
import { inRounds, median, medianRatio } from '../report/statistics.ts';
import { milliseconds, perSecond } from '../report/table.ts';
import type { Row } from '../report/row.ts';

const CONNECTIONS = 16;
const MIN_RATE_RATIO = 1;
const MAX_P99_RATIO = 1.5;
/** As browsers ask for a page, and as programs do. */
const ENCODINGS = { Brotli: 'br', 'not compressed': 'identity' } as const;

type Rounds = Partial<Record<'app' | 'nginx' | 'node', Round[]>>;

/** The home page from memory, against nginx with the same headers and bytes: one process each on one core. */
export const cachedHome: Measurement = {
  name: 'cached-home',
  needs: ['wrk'],
  run: async (bench) => {
    const folder = await newDataFolder(bench, bench.present);
    const app = await startApp(bench, bench.present, folder, { cores: 'server', profile: 'cached-home' });
    try {
      const rows: Row[] = [];
      for (const [name, encoding] of Object.entries(ENCODINGS)) {
        rows.push(...describe(name, await measure(bench, app, encoding)));
      }
      return rows;
    } finally {
      await app.stop();
    }
  },
};

async function measure(bench: Bench, app: App, encoding: string): Promise<Rounds> {
  const headers = { 'Accept-Encoding': encoding };
  // The second answer comes from memory.
  const home = { url: `${app.url}/`, pid: app.pid };
  await sendOrThrow(home.url, { headers });
  const kept = keptAnswer(await sendOrThrow(home.url, { headers }));
  const program = findProgram('nginx');
  const nginx = program === null ? null : await startNginx(bench, program, kept);
  const node = await startBareNode(bench, kept);
  const seconds = bench.options.isQuick ? 1 : 3;
  const load = (server: { url: string; pid: number }) => () =>
    loadServer(bench, server, { connections: CONNECTIONS, headers, seconds, cores: 'client' });
  try {
    await load(home)();
    return await inRounds(bench.options.isQuick ? 3 : 7, {
      app: load(home),
      ...(nginx && { nginx: load(nginx) }),
      node: load(node),
    });
  } finally {
    await nginx?.stop();
    await node.stop();
  }
}

type Limit = { atLeast: number } | { atMost: number };
const isWithin = (value: number, limit: Limit) => ('atLeast' in limit ? value >= limit.atLeast : value <= limit.atMost);
const writeLimit = (limit: Limit) =>
  'atLeast' in limit ? `at least ${limit.atLeast.toFixed(1)} × nginx` : `at most ${limit.atMost} × nginx`;

const rates = (rounds: Round[]) => rounds.map(({ perSecond: rate }) => rate);
const latencies = (rounds: Round[]) => rounds.map(({ p99Ms }) => p99Ms);
const efficiencies = (rounds: Round[]) => rounds.map(({ perProcessorSecond }) => perProcessorSecond);

function describe(encoding: string, { app = [], nginx, node = [] }: Rounds): Row[] {
  const errors = app.reduce((sum, round) => sum + countErrors(round), 0);
  const row = (
    what: string,
    values: (rounds: Round[]) => number[],
    write: (value: number) => string,
    limit: Limit | null,
  ): Row => {
    const ratio = nginx ? medianRatio(values(app), values(nginx)) : null;
    const mustReach = limit ? writeLimit(limit) : '';
    return {
      measurement: cachedHome.name,
      what: `cached home page, ${encoding}, ${what}`,
      mustReach,
      measured: write(median(values(app))),
      baseline: nginx ? write(median(values(nginx))) : notInstalled('nginx'),
      ratio,
      met: ratio === null || !limit ? null : isWithin(ratio, limit) && errors === 0,
      details: {
        errors,
        'Node alone': write(median(values(node))),
        'Node alone to nginx': nginx ? medianRatio(values(node), values(nginx)) : null,
      },
    };
  };
  return [
    row('requests', rates, perSecond, { atLeast: MIN_RATE_RATIO }),
    { ...row('requests per second of processor time', efficiencies, perSecond, null), isCited: true },
    row(`p99 at ${CONNECTIONS} connections`, latencies, milliseconds, { atMost: MAX_P99_RATIO }),
  ];
}
