import { setTimeout as sleep } from 'node:timers/promises';
import { publicPaths } from '#site/route-table.ts';
import { type Bench, type Measurement, bothTrees } from '../bench.ts';
import { residentMegabytes, watchMemory } from '../load/memory.ts';
import { SEARCH_SCRIPT } from '../load/search-script.ts';
import { runWrk } from '../load/wrk.ts';
import { startApp } from '../product/app.ts';
import { newDataFolder } from '../product/data-folder.ts';
import { send } from '../product/requests.ts';
import type { Tree } from '../trees/tree.ts';

const MAX_MEGABYTES = 200;
/** Memory is read this long after the load: an idle process gives back what the load needed (release-memory.ts). */
const REST_MS = 20_000;
const SHORT_REST_MS = 2000;

type Memory = { atStart: number; after: number; shortlyAfter: number; most: number };

/** The resident memory of the one process of the product after load on pages, rendering and the data API. */
export const memory: Measurement = {
  name: 'memory',
  needs: ['wrk'],
  run: async (bench) => {
    const measured: Memory[] = [];
    for (const tree of await bothTrees(bench)) measured.push(await loadAndRead(bench, tree));
    const [present, earlier] = measured;
    if (!present) throw new Error('No version was started.');
    const row = (what: string, read: (memory: Memory) => number) => ({
      measurement: memory.name,
      what,
      measured: `${Math.round(read(present))} MB`,
      baseline: earlier ? `${Math.round(read(earlier))} MB` : '',
      ratio: earlier ? read(present) / read(earlier) : null,
    });
    return [
      {
        ...row('memory of one worker after load', (figures) => figures.after),
        mustReach: `at most ${MAX_MEGABYTES} MB`,
        met: present.after <= MAX_MEGABYTES,
        details: { present, earlier },
      },
      {
        ...row('memory of one worker under load, the most', (figures) => figures.most),
        mustReach: '',
        met: null,
        isCited: true,
      },
    ];
  },
};

async function loadAndRead(bench: Bench, tree: Tree): Promise<Memory> {
  const app = await startApp(bench, tree, await newDataFolder(bench, tree));
  try {
    const atStart = await residentMegabytes(app.pid);
    const stopWatching = watchMemory(app.pid);
    for (const path of publicPaths()) await send(app.url + path, { headers: { 'Accept-Encoding': 'br' } });
    const seconds = bench.options.isQuick ? 3 : 10;
    const load = { connections: 64, seconds };
    await runWrk(bench, `${app.url}/`, { ...load, headers: { 'Accept-Encoding': 'br' } });
    await runWrk(bench, app.url, { ...load, connections: 16, script: SEARCH_SCRIPT });
    const posts = `${app.url}/rest/v1/blog_posts?select=id,title,slug,card_excerpt,categories(name)&limit=6`;
    await runWrk(bench, posts, { ...load, connections: 16, headers: { apikey: app.anonKey } });
    await runWrk(bench, `${app.url}/blog`, { ...load, headers: { 'Accept-Encoding': 'gzip' } });
    await sleep(SHORT_REST_MS);
    const shortlyAfter = await residentMegabytes(app.pid);
    await sleep(REST_MS - SHORT_REST_MS);
    return { atStart, after: await residentMegabytes(app.pid), shortlyAfter, most: stopWatching() };
  } finally {
    await app.stop();
  }
}
