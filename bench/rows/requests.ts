import { type App, type Bench, send, startBenchApp } from '../app.ts';
import { type Load, type LoadResult, efficienciesOf, loadServer, ratesOf } from '../load.ts';
import { type ResultRow, formatCount, inRounds, median, medianRatio, milliseconds, perSecond } from '../report.ts';
import { sameAnswer, startBareNode, startBenchNginx } from '../servers.ts';

/** As browsers ask for a page, and as programs do. */
const ENCODINGS = { Brotli: 'br', uncompressed: 'identity' };

/** The home page from memory, nginx, and a bare Node server with the same bytes: one process each on one core. */
export async function measureCachedHome(bench: Bench): Promise<ResultRow[]> {
  await using app = await startBenchApp(bench, { cores: 'server' });
  const rows: ResultRow[] = [];
  for (const [name, encoding] of Object.entries(ENCODINGS)) {
    rows.push(...describe(`home from memory, ${name}`, await compareServers(bench, app, encoding)));
  }
  return rows;
}

async function compareServers(bench: Bench, app: App, encoding: string): Promise<LoadResult[][]> {
  const headers = { 'Accept-Encoding': encoding };
  const home = { url: `${app.url}/`, pid: app.pid };
  // The second answer comes from memory.
  await send(home.url, { headers });
  const answer = sameAnswer(await send(home.url, { headers }));
  await using nginx = await startBenchNginx(bench, answer);
  await using node = await startBareNode(bench, answer);
  const load: Load = { headers, seconds: bench.isQuick ? 1 : 3, cores: 'client' };
  const loads = [home, nginx, node].map((server) => () => loadServer(bench, server, load));
  // Compiled before the first round.
  await inRounds(1, loads);
  return await inRounds(bench.isQuick ? 1 : 7, loads);
}

function describe(what: string, [app = [], nginx = [], node = []]: LoadResult[][]): ResultRow[] {
  const row = (name: string, valuesOf: (rounds: LoadResult[]) => number[], write: (value: number) => string) => ({
    what: `${what}, ${name}`,
    measured: write(median(valuesOf(app))),
    baseline: `nginx ${write(median(valuesOf(nginx)))}, Node ${write(median(valuesOf(node)))}`,
    ratio: medianRatio(valuesOf(app), valuesOf(nginx)),
  });
  const isWithoutErrors = app.every(({ errors }) => errors === 0);
  const rate = row('requests a second', ratesOf, formatCount);
  const p99 = row('p99', (rounds) => rounds.map(({ p99Ms }) => p99Ms), milliseconds);
  return [
    { ...rate, budget: '≥ 1 × nginx', met: isWithoutErrors && rate.ratio >= 1 },
    row('per processor second', efficienciesOf, formatCount),
    { ...p99, budget: '≤ 1.5 × nginx', met: isWithoutErrors && p99.ratio <= 1.5 },
  ];
}

/**
 * Lua for wrk: the same search in another mixture of capital letters for each request. The page has the same results
 * and is rendered each time, because it is another address.
 */
export const SEARCH_SCRIPT = `
local count = 0
function request()
  count = count + 1
  local bits = count
  local query = string.gsub('customs+valuation', '%a', function(letter)
    local isUpper = bits % 2 == 1
    bits = math.floor(bits / 2)
    return isUpper and string.upper(letter) or letter
  end)
  return wrk.format('GET', '/blog?q=' .. query)
end
`;

/** Search results, which are rendered for each request. */
export async function measureRendering(bench: Bench): Promise<ResultRow[]> {
  await using app = await startBenchApp(bench);
  const links =
    (await send(`${app.url}/blog?q=customs+valuation`)).body.toString().match(/href="\/blog\/(?!category)/g) ?? [];
  // A page without results would be rendered in less time.
  if (links.length < 3) throw new Error(`The search found ${links.length} posts.`);
  return await measureRate(bench, app, 'page rendered (search results)', { script: SEARCH_SCRIPT });
}

/** The request of the home page's list, as supabase-js writes it. */
const SIX_POSTS =
  '/rest/v1/blog_posts?select=id,title,slug,card_excerpt,reading_minutes,featured_image_url,published_at,created_at,' +
  'categories(id,name,slug)&status=eq.published&published_at=lte.now&order=published_at.desc,id.asc&limit=6';

/** Six posts with their category, as an anonymous visitor. */
export async function measureDataApi(bench: Bench): Promise<ResultRow[]> {
  await using app = await startBenchApp(bench);
  const six = { url: app.url + SIX_POSTS, pid: app.pid };
  const headers = { apikey: app.anonKey, Authorization: `Bearer ${app.anonKey}` };
  const posts = JSON.parse((await send(six.url, { headers })).body.toString()) as unknown[];
  if (posts.length !== 6) throw new Error(`The data API returned ${posts.length} posts.`);
  return await measureRate(bench, six, 'data API, six posts with category', { headers });
}

async function measureRate(
  bench: Bench,
  server: Pick<App, 'url' | 'pid'>,
  what: string,
  load: Partial<Load>,
): Promise<ResultRow[]> {
  const call = () => loadServer(bench, server, { ...load, seconds: bench.isQuick ? 2 : 4 });
  // Compiled before the first round.
  await call();
  const [results = []] = await inRounds(bench.isQuick ? 1 : 5, [call]);
  return [
    { what, measured: perSecond(median(ratesOf(results))) },
    { what: `${what}, per processor second`, measured: perSecond(median(efficienciesOf(results))) },
  ];
}
