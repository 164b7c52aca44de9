import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Measurement } from '../bench.ts';
import { signInAdministrator } from '../product/administrator.ts';
import { type App, startApp } from '../product/app.ts';
import { newDataFolder } from '../product/data-folder.ts';
import { oneConnection, send, sendOrThrow } from '../product/requests.ts';
import { startSecondProcess } from '../product/second-process.ts';
import type { Row } from '../report/row.ts';
import { median } from '../report/statistics.ts';
import { milliseconds } from '../report/table.ts';

const SLUG = 'rules-of-origin-explained';
const MAX_MS = 50;
const POLL_MS = 1;
const SAVES = { all: 20, quick: 5 };
/** Enough that every worker has some of them, as Node's cluster hands out connections in turn. */
const CONNECTIONS = 6;

/** Milliseconds from sending a save, and from its answer, until the page shows it. */
type Delay = { sinceSent: number; sinceSaved: number };
/** Where the page is read: through another process, or through all workers of the same address. */
type Reader = { url: string; agents: Agent[] };

/** A title is saved as the dashboard saves it, until another process on the same database shows it on the post's page. */
export const savedToShown: Measurement = {
  name: 'saved-to-shown',
  run: async (bench) => [await measureWorkers(bench), await measureProcesses(bench)],
};

async function measureProcesses(bench: Bench): Promise<Row> {
  const first = await startApp(bench, bench.present, await newDataFolder(bench, bench.present));
  try {
    const second = await startSecondProcess(bench, first);
    try {
      return describe('another process', await measure(bench, first, { url: second.url, agents: [oneConnection()] }));
    } finally {
      await second.stop();
    }
  } finally {
    await first.stop();
  }
}

/** A version without WEB_WORKERS has one process, which is then both. */
async function measureWorkers(bench: Bench): Promise<Row> {
  const env = { WEB_WORKERS: '2' };
  const app = await startApp(bench, bench.present, await newDataFolder(bench, bench.present), { env });
  try {
    const agents = Array.from({ length: CONNECTIONS }, oneConnection);
    return describe('another worker (WEB_WORKERS=2)', await measure(bench, app, { url: app.url, agents }));
  } finally {
    await app.stop();
  }
}

async function measure(bench: Bench, app: App, reader: Reader): Promise<Delay[]> {
  const headers = await signInAdministrator(bench, app);
  const delays: Delay[] = [];
  for (let save = 0; save < (bench.options.isQuick ? SAVES.quick : SAVES.all); save += 1) {
    delays.push(await saveAndWait(app, reader, headers, `Saved as number ${save}`));
    await sleep(100);
  }
  for (const agent of reader.agents) agent.destroy();
  return delays;
}

async function saveAndWait(app: App, reader: Reader, headers: Record<string, string>, title: string): Promise<Delay> {
  // As a reverse proxy passes it on: the host is the site's, whichever process answers.
  const { host } = new URL(app.url);
  const shows = async (agent: Agent) =>
    (await send(`${reader.url}/blog/${SLUG}`, { headers: { host }, agent })).body.includes(title);
  // Each has the page in memory before it changes.
  for (const agent of reader.agents) await shows(agent);
  const sent = performance.now();
  const body = JSON.stringify({ title });
  const saving = sendOrThrow(`${app.url}/rest/v1/blog_posts?slug=eq.${SLUG}`, { method: 'PATCH', headers, body });
  const saved = saving.then(() => performance.now());
  const shown = await Promise.all(
    reader.agents.map(async (agent) => {
      await saving;
      while (!(await shows(agent))) await sleep(POLL_MS);
      return performance.now();
    }),
  );
  return { sinceSent: Math.max(...shown) - sent, sinceSaved: Math.max(...shown) - (await saved) };
}

function describe(where: string, delays: Delay[]): Row {
  const measured = median(delays.map(({ sinceSaved }) => sinceSaved));
  const whole = median(delays.map(({ sinceSent }) => sinceSent));
  return {
    measurement: savedToShown.name,
    what: `saved in the dashboard → in the HTML of ${where}`,
    mustReach: `at most ${MAX_MS} ms`,
    measured: milliseconds(measured),
    met: measured <= MAX_MS,
    baseline: `${milliseconds(whole)} with the save itself`,
    ratio: null,
    details: { delays },
  };
}
