import type { Page } from 'playwright';
import { openBrowser } from '#tests/support/browser.ts';
import { freePort } from '#tests/support/app-process.ts';
import { hydrateCarousels, hydrateForm } from '#tests/support/islands.ts';
import { type Transfers, transferredBytes, recordTransfers } from '#tests/support/transfers.ts';
import { publicPaths } from '#site/route-table.ts';
import { type Bench, send, startBenchApp } from '../app.ts';
import { type ResultRow, median, milliseconds } from '../report.ts';

const PLAIN = publicPaths().filter((path) => !['/', '/blog', '/contact'].includes(path));

/** The requests of a first visit: when the page has loaded, and after `act`. */
type Visit = { atFirst: Transfers; afterUse: Transfers };

/** Bytes on the wire and requests of first visits, in Chromium. The budgets are those of weights.journey.ts. */
export async function measurePageWeights(bench: Bench): Promise<ResultRow[]> {
  await using app = await startBenchApp(bench);
  await using browser = await openBrowser();
  const visit = async (path: string, act?: (page: Page) => Promise<unknown>): Promise<Visit> => {
    // Compressed and in memory before it is weighed.
    await send(app.url + path, { headers: { 'Accept-Encoding': 'br' } });
    await using page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const transfers = await recordTransfers(page);
    await page.goto(app.url + path, { waitUntil: 'networkidle' });
    const atFirst = [...transfers];
    await act?.(page);
    await page.waitForLoadState('networkidle');
    return { atFirst, afterUse: transfers };
  };
  const home = await visit('/', hydrateCarousels);
  const blog = await visit('/blog');
  const contact = await visit('/contact', hydrateForm);
  const plain: number[] = [];
  for (const path of PLAIN) plain.push(transferredBytes((await visit(path)).atFirst));
  const requests = home.atFirst.length;
  return [
    weightRow('JavaScript of / before scrolling', transferredBytes(home.atFirst, 'Script'), 5),
    weightRow('JavaScript of /blog before scrolling', transferredBytes(blog.atFirst, 'Script'), 5),
    weightRow('JavaScript of /contact before scrolling', transferredBytes(contact.atFirst, 'Script'), 5),
    weightRow('JavaScript of / after scrolling', transferredBytes(home.afterUse, 'Script'), 80),
    weightRow('JavaScript of /contact after using the form', transferredBytes(contact.afterUse, 'Script'), 85),
    { what: 'requests of a first visit to /', measured: String(requests), budget: '≤ 14', met: requests <= 14 },
    weightRow('home page in all before scrolling', transferredBytes(home.atFirst), 110),
    weightRow('plain pages in all, the heaviest', Math.max(...plain), 80),
  ];
}

const weightRow = (what: string, bytes: number, maxKilobytes: number): ResultRow => ({
  what,
  measured: `${(bytes / 1000).toFixed(1)} kB`,
  budget: `≤ ${maxKilobytes} kB`,
  met: bytes <= maxKilobytes * 1000,
});

const PATHS = [...publicPaths(), '/blog/rules-of-origin-explained', '/blog/category/foreign-trade-policy'];
const VISITS = 5;
/** Lighthouse asks for another visit when Chromium recorded no trace. */
const TRIES = 3;

type Figure = { what: string; name: string; limit: number; budget: string; write: (value: number) => string };
/** Scores of 0 to 100, which must be reached. */
const SCORES = ['performance', 'accessibility', 'best-practices', 'seo'].map((name): Figure => ({
  what: name,
  name,
  limit: 100,
  budget: '100',
  write: String,
}));
/** Figures that must not be exceeded. */
const AUDITS: Figure[] = [
  { what: 'LCP', name: 'largest-contentful-paint', limit: 1400, budget: '≤ 1.4 s', write: milliseconds },
  { what: 'TBT', name: 'total-blocking-time', limit: 20, budget: '≤ 20 ms', write: milliseconds },
  { what: 'CLS', name: 'cumulative-layout-shift', limit: 0, budget: '0', write: (shift) => shift.toFixed(3) },
];
const NAMES = [...SCORES, ...AUDITS].map(({ name }) => name);

/** Lighthouse's mobile visit to every public route: the median of the visits to each, and the worst route. */
export async function measureLighthouse(bench: Bench): Promise<ResultRow[]> {
  const port = await freePort();
  await using browser = await openBrowser([`--remote-debugging-port=${port}`]);
  await using app = await startBenchApp(bench);
  bench.say(`Lighthouse in Chromium ${browser.version()}`);
  const values: Record<string, number[]> = Object.fromEntries(NAMES.map((name) => [name, []]));
  for (const path of bench.isQuick ? PATHS.slice(0, 1) : PATHS) {
    await send(app.url + path, { headers: { 'Accept-Encoding': 'br' } });
    const visits: Record<string, number>[] = [];
    while (visits.length < (bench.isQuick ? 1 : VISITS)) visits.push(await audit(app.url + path, port));
    for (const name of NAMES) values[name]?.push(median(visits.map((visit) => visit[name] ?? Number.NaN)));
    bench.say(`  ${path}: ${NAMES.map((name) => values[name]?.at(-1)).join(', ')}`);
  }
  const rows = (figures: Figure[], worstOf: (...values: number[]) => number) =>
    figures.map((figure) => describe(figure, values[figure.name] ?? [], worstOf));
  return [...rows(SCORES, Math.min), ...rows(AUDITS, Math.max)];
}

function describe({ what, budget, write, limit }: Figure, values: number[], worstOf: typeof Math.min): ResultRow {
  // The worst of a missed value and its limit is the value.
  const missed = values.filter((value) => value !== limit && worstOf(value, limit) === value).length;
  return {
    what: `Lighthouse mobile, ${what}`,
    measured: write(worstOf(...values)),
    baseline: missed === 0 ? `all ${values.length} routes` : `missed by ${missed} of ${values.length}`,
    budget,
    met: missed === 0,
  };
}

async function audit(url: string, port: number): Promise<Record<string, number>> {
  // It takes a second to load, and only this measurement needs it.
  const { default: lighthouse } = await import('lighthouse');
  for (let tried = 1; tried <= TRIES; tried += 1) {
    const { lhr } = (await lighthouse(url, { port, output: 'json', logLevel: 'error' })) ?? {};
    if (!lhr || lhr.runtimeError) continue;
    const scores = SCORES.map(({ name }) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]);
    const audits = AUDITS.map(({ name }) => [name, lhr.audits[name]?.numericValue ?? Number.NaN]);
    return Object.fromEntries([...scores, ...audits]);
  }
  throw new Error(`Lighthouse could not visit ${url}.`);
}
