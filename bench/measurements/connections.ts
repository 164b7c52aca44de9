import { setTimeout as sleep } from 'node:timers/promises';
import type { Measurement } from '../bench.ts';
import { runWrk } from '../load/wrk.ts';
import { type LoadResult, countErrors } from '../load/wrk-output.ts';
import { signInAdministrator } from '../product/administrator.ts';
import { type App, startApp } from '../product/app.ts';
import { newDataFolder } from '../product/data-folder.ts';
import { send } from '../product/requests.ts';
import type { Row } from '../report/row.ts';
import { median } from '../report/statistics.ts';
import { milliseconds, perSecond } from '../report/table.ts';

const CONNECTIONS = 2000;
const SECONDS = { all: 60, quick: 10 };
/** What the list of posts in the dashboard requests. */
const LIST =
  '/rest/v1/blog_posts?select=id,title,slug,status,updated_at,categories(name)&order=created_at.desc&limit=20';

type Visit = { status: number; ms: number };
type Visits = { signedIn: Visit[]; admin: Visit[] };

/** Two thousand connections to the home page for a minute, while somebody uses the dashboard. */
export const connections: Measurement = {
  name: 'connections',
  needs: ['wrk'],
  run: async (bench) => {
    const folder = await newDataFolder(bench, bench.present);
    const app = await startApp(bench, bench.present, folder, { profile: 'connections' });
    try {
      const headers = await signInAdministrator(bench, app);
      let isOver = false;
      const seconds = bench.options.isQuick ? SECONDS.quick : SECONDS.all;
      const load = { connections: CONNECTIONS, seconds, threads: 2, headers: { 'Accept-Encoding': 'br' } };
      const loading = runWrk(bench, `${app.url}/`, load).finally(() => (isOver = true));
      const [result, visits] = await Promise.all([loading, visitDashboard(app, headers, () => isOver)]);
      return [describeLoad(result, seconds), describeVisits(visits)];
    } finally {
      await app.stop();
    }
  },
};

/** A signed-in request and the page of the dashboard, each second. */
async function visitDashboard(app: App, headers: Record<string, string>, isOver: () => boolean): Promise<Visits> {
  const visits: Visits = { signedIn: [], admin: [] };
  while (!isOver()) {
    visits.signedIn.push(await visit(app.url + LIST, headers));
    visits.admin.push(await visit(`${app.url}/admin`));
    await sleep(1000);
  }
  return visits;
}

async function visit(url: string, headers: Record<string, string> = {}): Promise<Visit> {
  const begin = performance.now();
  const status = await send(url, { headers }).then(
    (answer) => answer.status,
    // The connection failed.
    () => 0,
  );
  return { status, ms: performance.now() - begin };
}

function describeLoad(result: LoadResult, seconds: number): Row {
  const errors = countErrors(result);
  return {
    measurement: connections.name,
    what: `${CONNECTIONS} connections for ${seconds} s`,
    mustReach: 'no error',
    measured: `${errors} errors of ${result.requests.toLocaleString('en')}`,
    baseline: `${perSecond(result.perSecond)}, p99 ${milliseconds(result.p99Ms)}`,
    ratio: null,
    met: errors === 0 && result.requests > 0,
    details: { result },
  };
}

function describeVisits(visits: Visits): Row {
  const all = Object.values(visits).flat();
  const failed = all.filter(({ status }) => status !== 200).length;
  const times = all.map(({ ms }) => ms);
  return {
    measurement: connections.name,
    what: 'the dashboard meanwhile',
    mustReach: 'answers',
    measured: `${failed} of ${all.length} failed`,
    baseline: `median ${milliseconds(median(times))}, longest ${milliseconds(Math.max(...times))}`,
    ratio: null,
    met: failed === 0 && all.length > 0,
    details: { visits },
  };
}
