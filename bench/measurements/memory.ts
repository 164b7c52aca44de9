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
/** Memory is read this long after the load. */
const REST_MS = 2000;

type Memory = { atStart: number; after: number; most: number };

/** The resident memory of the one process of the product after load on pages, rendering and the data API. */
export const memory: Measurement = {
  name: 'memory',
  needs: ['wrk'],
  run: async (bench) => {
    const figures: Memory[] = [];
    for (const tree of await bothTrees(bench)) figures.push(await loadAndRead(bench, tree));
    const [present, earlier] = figures;
    if (!present) throw new Error('No version was started.');
    const write = ({ after }: Memory) => `${Math.round(after)} MB`;
    return [
      {
        ...{
          measurement: memory.name,
          what: 'memory of one worker after load',
          mustReach: `at most ${MAX_MEGABYTES} MB`,
        },
        ...{ measured: write(present), baseline: earlier ? write(earlier) : '' },
        ratio: earlier ? present.after / earlier.after : null,
        met: present.after <= MAX_MEGABYTES,
        details: { present, earlier },
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
    await sleep(REST_MS);
    return { atStart, after: await residentMegabytes(app.pid), most: stopWatching() };
  } finally {
    await app.stop();
  }
}
