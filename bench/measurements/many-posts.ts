import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Measurement } from '../bench.ts';
import { type App, startApp } from '../product/app.ts';
import { newDataFolder } from '../product/data-folder.ts';
import { insertPosts, insertedPath } from '../product/insert-posts.ts';
import { oneConnection, send, sendOrThrow } from '../product/requests.ts';
import type { Row } from '../report/row.ts';
import { inRounds, median } from '../report/statistics.ts';
import { milliseconds } from '../report/table.ts';

const FEW = 100;
const MANY = 100_000;
const MAX_RATIO = 1.2;
const PAGES = { all: 60, quick: 20 };
const CHANGES = { all: 30, quick: 10 };
const POLL_MS = 1;

/** Pages that are not in memory, from a database with many posts beside one with few, in turn. */
export const manyPosts: Measurement = {
  name: 'many-posts',
  run: async (bench) => {
    const few = await startWithPosts(bench, FEW);
    try {
      const many = await startWithPosts(bench, MANY);
      try {
        return await measure(bench, few, many);
      } finally {
        await many.stop();
      }
    } finally {
      await few.stop();
    }
  },
};

async function startWithPosts(bench: Bench, count: number): Promise<App> {
  const app = await startApp(bench, bench.present, await newDataFolder(bench, bench.present));
  bench.say(`Inserting ${count} posts …`);
  const begin = performance.now();
  await insertPosts(app, count);
  bench.say(`  ${milliseconds(performance.now() - begin)}`);
  return app;
}

async function measure({ options }: Bench, few: App, many: App): Promise<Row[]> {
  const nextOf = { few: postPages(few, FEW), many: postPages(many, MANY) };
  // Compiled, and the caches of both databases filled with what each request needs.
  for (let n = 0; n < 10; n += 1) {
    await nextOf.few();
    await nextOf.many();
  }
  const pages = await inRounds(options.isQuick ? PAGES.quick : PAGES.all, nextOf);
  const lists = await inRounds(options.isQuick ? CHANGES.quick : CHANGES.all, {
    few: () => timeList(few),
    many: () => timeList(many),
  });
  return [describe('post page', pages), describe('first list page, from a change of its first post', lists)];
}

/** Times the page of another post at each call, so that none is in memory. */
function postPages(app: App, count: number): () => Promise<number> {
  let calls = 0;
  const agent = oneConnection();
  return async () => {
    calls += 1;
    // Spread over all posts: 37 has no common divisor with 100 and 100,000.
    const path = insertedPath(1 + ((calls * 37 * Math.ceil(count / 100 + 1)) % count));
    const begin = performance.now();
    await sendOrThrow(app.url + path, { agent });
    return performance.now() - begin;
  };
}

let changes = 0;

/** Milliseconds from the commit of a change in the first post until the first list page shows it. */
async function timeList(app: App): Promise<number> {
  const title = `Changed as number ${(changes += 1)}`;
  await app.query('update public.blog_posts set title = $1 where slug = $2', [title, 'bench-post-1']);
  const begin = performance.now();
  const agent = oneConnection();
  while (!(await send(`${app.url}/blog`, { agent })).body.includes(title)) await sleep(POLL_MS);
  const time = performance.now() - begin;
  agent.destroy();
  // Pages that are rendered again after a change must not disturb the next.
  await sleep(100);
  return time;
}

function describe(what: string, { few, many }: { few: number[]; many: number[] }): Row {
  const ratio = median(many) / median(few);
  return {
    measurement: manyPosts.name,
    what: `${what}, ${MANY.toLocaleString('en')} posts against ${FEW}`,
    mustReach: `at most ${MAX_RATIO} × the time`,
    measured: milliseconds(median(many)),
    baseline: milliseconds(median(few)),
    ratio,
    met: ratio <= MAX_RATIO,
    details: { few, many },
  };
}
