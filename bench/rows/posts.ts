import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { insertManyPosts } from '#tests/support/many-posts.ts';
import { type App, type Bench, send, signInAdministrator, startBenchApp, startSecondProcess } from '../app.ts';
import { type ResultRow, formatCount, inRounds, median, milliseconds } from '../report.ts';

const SLUG = 'rules-of-origin-explained';
const MAX_MS = 50;
const POLL_MS = 1;
const oneConnection = (): Agent => new Agent({ keepAlive: true, maxSockets: 1 });
/** Enough that every worker has some of them, as Node's cluster hands out connections in turn. */
const CONNECTIONS = 6;

/** A title is saved as the dashboard saves it, until another worker or process has it in the HTML of the post. */
export async function measureSavedToShown(bench: Bench): Promise<ResultRow[]> {
  await using workers = await startBenchApp(bench, { env: { WEB_WORKERS: '2' } });
  const ofWorkers = await measure(bench, 'another worker', workers, workers.url, CONNECTIONS);
  await using app = await startBenchApp(bench);
  await using second = await startSecondProcess(bench, app);
  return [ofWorkers, await measure(bench, 'another process', app, second.url, 1)];
}

async function measure(bench: Bench, where: string, app: App, url: string, connections: number): Promise<ResultRow> {
  const headers = await signInAdministrator(app);
  const agents = Array.from({ length: connections }, oneConnection);
  const times: number[] = [];
  // As a reverse proxy passes it on: the host is the site's, whichever process answers.
  const { host } = new URL(app.url);
  const shows = async (title: string, agent: Agent) =>
    (await send(`${url}/blog/${SLUG}`, { headers: { host }, agent })).body.includes(title);
  for (let save = 0; save < (bench.isQuick ? 3 : 20); save += 1) {
    const title = `Saved as number ${save}`;
    // Each has the page in memory before it changes.
    for (const agent of agents) await shows(title, agent);
    const body = JSON.stringify({ title });
    await send(`${app.url}/rest/v1/blog_posts?slug=eq.${SLUG}`, { method: 'PATCH', headers, body });
    const saved = performance.now();
    const waitUntilShown = async (agent: Agent) => {
      while (!(await shows(title, agent))) await sleep(POLL_MS);
    };
    await Promise.all(agents.map(waitUntilShown));
    times.push(performance.now() - saved);
    await sleep(100);
  }
  for (const agent of agents) agent.destroy();
  const measured = median(times);
  return {
    what: `saved → in the HTML of ${where}`,
    measured: milliseconds(measured),
    budget: `≤ ${MAX_MS} ms`,
    met: measured <= MAX_MS,
  };
}

const FEW = 100;
const MAX_RATIO = 1.2;

/** Pages that are not in memory, from a database with many posts beside one with few, in turn. */
export async function measureManyPosts(bench: Bench): Promise<ResultRow[]> {
  const many = bench.isQuick ? 2000 : 100_000;
  await using few = await startBenchApp(bench);
  await using app = await startBenchApp(bench);
  await insertManyPosts(few.query, FEW);
  await insertManyPosts(app.query, many);
  const pages = [postPages(few, FEW), postPages(app, many)];
  // Compiled, and the caches of both databases filled with what each request needs.
  await inRounds(10, pages);
  const ofPages = await inRounds(bench.isQuick ? 10 : 60, pages);
  const ofLists = await inRounds(bench.isQuick ? 3 : 30, [() => timeList(few), () => timeList(app)]);
  const against = `${formatCount(many)} posts against ${FEW}`;
  return [describe(`post page, ${against}`, ofPages), describe(`list after a change, ${against}`, ofLists)];
}

/** Times the page of another post at each call, so that none is in memory. */
function postPages(app: App, posts: number): () => Promise<number> {
  let calls = 0;
  const agent = oneConnection();
  return async () => {
    calls += 1;
    // Spread over all posts; each hundredth is a draft.
    const number = 1 + ((calls * 37 * Math.ceil(posts / 100 + 1)) % posts);
    const path = `/blog/post-number-${number % 100 === 0 ? number - 1 : number}`;
    const begin = performance.now();
    await send(app.url + path, { agent });
    return performance.now() - begin;
  };
}

let changes = 0;

/** Milliseconds from the commit of a change in the first post until the first list page shows it. */
async function timeList(app: App): Promise<number> {
  const title = `Changed as number ${(changes += 1)}`;
  await app.query('update public.blog_posts set title = $1 where slug = $2', [title, 'post-number-1']);
  const begin = performance.now();
  const agent = oneConnection();
  while (!(await send(`${app.url}/blog`, { agent })).body.includes(title)) await sleep(POLL_MS);
  const time = performance.now() - begin;
  agent.destroy();
  // Pages that are rendered again after a change must not disturb the next.
  await sleep(100);
  return time;
}

function describe(what: string, [few = [], many = []]: number[][]): ResultRow {
  const ratio = median(many) / median(few);
  const [measured, baseline] = [milliseconds(median(many)), milliseconds(median(few))];
  return { what, measured, baseline, ratio, budget: `≤ ${MAX_RATIO} ×`, met: ratio <= MAX_RATIO };
}
