import { runPostgres } from '../baselines/postgres.ts';
import { type Measurement, bothTrees } from '../bench.ts';
import { describeRates } from '../load/rate-rows.ts';
import { loadServer } from '../load/wrk.ts';
import { type App, startApp } from '../product/app.ts';
import { newDataFolder } from '../product/data-folder.ts';
import { sendOrThrow } from '../product/requests.ts';
import { inRounds } from '../report/statistics.ts';

const CONNECTIONS = 16;
/** The request of the home page's list, as supabase-js writes it. */
const SIX_POSTS = `/rest/v1/blog_posts?${new URLSearchParams({
  select:
    'id,title,slug,card_excerpt,reading_minutes,featured_image_url,published_at,created_at,categories(id,name,slug)',
  status: 'eq.published',
  published_at: 'lte.now',
  order: 'published_at.desc,id.asc',
  limit: '6',
}).toString()}`;

/** Six posts with their category, as an anonymous visitor; the product, PostgreSQL and wrk share the machine. */
export const dataApi: Measurement = {
  name: 'data-api',
  needs: ['wrk'],
  run: async (bench) => {
    const apps: App[] = [];
    try {
      for (const tree of await bothTrees(bench)) {
        apps.push(await startApp(bench, tree, await newDataFolder(bench, tree), { profile: 'data-api' }));
      }
      const [app, earlier] = apps;
      if (!app) throw new Error('No version was started.');
      const seconds = bench.options.isQuick ? 2 : 4;
      const load = (target: App) => async () => {
        const headers = { apikey: target.anonKey, Authorization: `Bearer ${target.anonKey}` };
        await requireSixPosts(target, headers);
        const six = { url: target.url + SIX_POSTS, pid: target.pid };
        return loadServer(bench, six, { connections: CONNECTIONS, seconds, headers });
      };
      // Compiled before the first round.
      for (const one of apps) await load(one)();
      const rounds = await inRounds(bench.options.isQuick ? 3 : 5, {
        app: load(app),
        ...(earlier && { earlier: load(earlier) }),
        bare: () => runPostgres(bench, app, { connections: CONNECTIONS, seconds }),
      });
      const what = `data API: six posts with category, anonymous, ${CONNECTIONS} connections`;
      return describeRates(dataApi.name, what, 'PostgreSQL alone', rounds);
    } finally {
      for (const app of apps) await app.stop();
    }
  },
};

async function requireSixPosts({ url }: App, headers: Record<string, string>): Promise<void> {
  const posts = JSON.parse((await sendOrThrow(url + SIX_POSTS, { headers })).body.toString()) as unknown[];
  if (posts.length !== 6) throw new Error(`The data API returned ${posts.length} posts.`);
}
