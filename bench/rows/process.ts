import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#tests/support/app-process.ts';
import { residentMb } from '#tests/support/resident-memory.ts';
import { ROOT } from '#tests/support/root.ts';
import { type Bench, newDataFolder, send, signInAdministrator, startBenchApp } from '../app.ts';
import { startChild } from '../child.ts';
import { runWrk } from '../load.ts';
import { type ResultRow, formatCount, median, milliseconds, perSecond } from '../report.ts';
import { SEARCH_SCRIPT } from './requests.ts';

const MAX_START_MS = 2500;
const MAX_MEGABYTES = 200;
const MANY_CONNECTIONS = 2000;
/** What the list of posts in the dashboard requests. */
const LIST =
  '/rest/v1/blog_posts?select=id,title,slug,status,updated_at,categories(name)&order=created_at.desc&limit=20';

/** From `npm start` on a data folder that was started before to the first page. */
export async function measureStartUp(bench: Bench): Promise<ResultRow[]> {
  const folder = await newDataFolder(bench);
  // The first start of this run may fill caches.
  await timeStart(folder);
  const times: number[] = [];
  while (times.length < (bench.isQuick ? 1 : 5)) times.push(await timeStart(folder));
  const measured = median(times);
  const what = 'second npm start → first page';
  return [
    { what, measured: milliseconds(measured), budget: `≤ ${MAX_START_MS / 1000} s`, met: measured <= MAX_START_MS },
  ];
}

async function timeStart(folder: string): Promise<number> {
  const port = await freePort();
  const begin = performance.now();
  const child = startChild('npm', ['start'], { cwd: ROOT, env: { PORT: String(port), DATA_DIR: folder } });
  const isServed = () => send(`http://127.0.0.1:${port}/`).catch(() => false);
  while (!(await Promise.race([isServed(), child.ended]))) await sleep(5);
  const time = performance.now() - begin;
  await child.stop();
  return time;
}

/** The resident memory of a worker while pages, searches and the data API are requested, and twenty seconds later. */
export async function measureMemory(bench: Bench): Promise<ResultRow[]> {
  await using app = await startBenchApp(bench);
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, residentMb(app.pid))), 250);
  const seconds = bench.isQuick ? 2 : 10;
  const posts = `${app.url}/rest/v1/blog_posts?select=id,title,slug,card_excerpt,categories(name)&limit=6`;
  try {
    await runWrk(bench, `${app.url}/`, { connections: 64, seconds, headers: { 'Accept-Encoding': 'br' } });
    await runWrk(bench, app.url, { seconds, script: SEARCH_SCRIPT });
    await runWrk(bench, posts, { seconds, headers: { apikey: app.anonKey } });
    await runWrk(bench, `${app.url}/blog`, { connections: 64, seconds, headers: { 'Accept-Encoding': 'gzip' } });
  } finally {
    clearInterval(watch);
  }
  // An idle process gives back what the load needed (release-memory.ts).
  await sleep(20_000);
  const after = residentMb(app.pid);
  return [
    {
      what: 'memory of a worker after load',
      measured: `${formatCount(after)} MB`,
      budget: `≤ ${MAX_MEGABYTES} MB`,
      met: after <= MAX_MEGABYTES,
    },
    { what: 'memory of a worker under load, the most', measured: `${formatCount(most)} MB` },
  ];
}

/** Two thousand connections to the home page for a minute, while somebody uses the dashboard. */
export async function measureConnections(bench: Bench): Promise<ResultRow[]> {
  await using app = await startBenchApp(bench);
  const headers = await signInAdministrator(app);
  const seconds = bench.isQuick ? 5 : 60;
  const load = { connections: MANY_CONNECTIONS, seconds, headers: { 'Accept-Encoding': 'br' } };
  let isOver = false;
  const loading = runWrk(bench, `${app.url}/`, load).finally(() => (isOver = true));
  // It may fail before it is awaited.
  loading.catch(() => {});
  const times: number[] = [];
  let failures = 0;
  while (!isOver) {
    for (const path of [LIST, '/admin']) {
      const begin = performance.now();
      await send(app.url + path, { headers }).catch(() => (failures += 1));
      times.push(performance.now() - begin);
    }
    await sleep(1000);
  }
  const { errors, perSecond: rate, p99Ms } = await loading;
  return [
    {
      what: `${formatCount(MANY_CONNECTIONS)} connections for ${seconds} s`,
      measured: perSecond(rate),
      baseline: `${errors} errors, p99 ${milliseconds(p99Ms)}`,
      budget: 'no error',
      met: errors === 0 && rate > 0,
    },
    {
      what: 'the dashboard meanwhile',
      measured: milliseconds(median(times)),
      baseline: `${failures} of ${times.length} failed`,
      budget: 'no error',
      met: failures === 0,
    },
  ];
}
