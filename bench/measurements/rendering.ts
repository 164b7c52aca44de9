import { startBareReactRouter } from '../baselines/node-server.ts';
import { type Measurement, bothTrees } from '../bench.ts';
import { describeRates } from '../load/rate-rows.ts';
import { SEARCH_PATH, SEARCH_SCRIPT } from '../load/search-script.ts';
import { loadServer } from '../load/wrk.ts';
import { type App, startApp } from '../product/app.ts';
import { newDataFolder } from '../product/data-folder.ts';
import { sendOrThrow } from '../product/requests.ts';
import { inRounds } from '../report/statistics.ts';

/** Pages that are rendered for each request: search results. All processes share the machine with wrk. */
export const rendering: Measurement = {
  name: 'rendering',
  needs: ['wrk'],
  run: async (bench) => {
    const apps: App[] = [];
    const server = await startBareReactRouter(bench, 'all');
    try {
      for (const tree of await bothTrees(bench)) {
        apps.push(await startApp(bench, tree, await newDataFolder(bench, tree), { profile: 'rendering' }));
      }
      const [app, earlier] = apps;
      if (!app) throw new Error('No version was started.');
      await requireResults(app);
      const seconds = bench.options.isQuick ? 2 : 4;
      const load = (of: { url: string; pid: number }, script?: string) => () =>
        loadServer(bench, of, { connections: 16, seconds, ...(script !== undefined && { script }) });
      // Compiled before the first round.
      for (const one of apps) await load(one, SEARCH_SCRIPT)();
      const rounds = await inRounds(bench.options.isQuick ? 3 : 5, {
        app: load(app, SEARCH_SCRIPT),
        ...(earlier && { earlier: load(earlier, SEARCH_SCRIPT) }),
        bare: load(server),
      });
      const what = 'rendering without the cache (search results)';
      return describeRates(rendering.name, what, 'a bare React Router page', rounds);
    } finally {
      for (const app of apps) await app.stop();
      await server.stop();
    }
  },
};

/** A search without results would be rendered in less time. */
async function requireResults({ url }: App): Promise<void> {
  const { body } = await sendOrThrow(url + SEARCH_PATH);
  const links = body.toString().match(/href="\/blog\/(?!category)/g)?.length ?? 0;
  if (links < 3) throw new Error(`The search found ${links} posts.`);
}
