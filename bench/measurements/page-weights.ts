import type { Browser } from 'playwright';
import { publicPaths } from '#site/route-table.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { type Bench, type Measurement, bothTrees } from '../bench.ts';
import { type VisitWeights, type Window, fillInEnquiryForm, weighPage } from '../browser/visit.ts';
import { startApp } from '../product/app.ts';
import { newDataFolder } from '../product/data-folder.ts';
import { sendOrThrow } from '../product/requests.ts';
import type { Row } from '../report/row.ts';
import { kilobytes } from '../report/table.ts';
import type { Tree } from '../trees/tree.ts';

type Weights = Record<string, VisitWeights>;
type Figure = {
  what: string;
  mustReach: string;
  read: (weights: Weights) => number;
  limit: number;
  write?: (value: number) => string;
  /** What the figure is made of, for the details. */
  list?: (weights: Weights) => unknown;
};

const KB = 1000;
const LIVE = ['/', '/blog', '/contact'];
const PLAIN = publicPaths().filter((path) => !LIVE.includes(path));

const heaviest = (weights: Weights, paths: string[]) =>
  Math.max(0, ...paths.map((path) => weights[path]?.afterUse.bytes ?? 0));

const FIGURES: Figure[] = [
  ...LIVE.map((path) => ({
    what: `JavaScript of ${path} before scrolling`,
    mustReach: 'at most 5 kB',
    limit: 5 * KB,
    read: (weights: Weights) => weights[path]?.atFirst.scripts.bytes ?? Number.NaN,
  })),
  {
    what: 'JavaScript of / after scrolling',
    mustReach: 'at most 80 kB',
    limit: 80 * KB,
    read: (weights) => weights['/']?.afterUse.scripts.bytes ?? Number.NaN,
  },
  {
    what: 'JavaScript of /contact after using the form',
    mustReach: 'at most 85 kB',
    limit: 85 * KB,
    read: (weights) => weights['/contact']?.afterUse.scripts.bytes ?? Number.NaN,
  },
  {
    what: 'requests of a first visit to /',
    mustReach: 'at most 14',
    limit: 14,
    read: (weights) => weights['/']?.atFirst.requests ?? Number.NaN,
    write: String,
    list: (weights) => weights['/']?.atFirst.urls,
  },
  {
    what: 'home page in all before scrolling',
    mustReach: 'at most 110 kB',
    limit: 110 * KB,
    read: (weights) => weights['/']?.atFirst.bytes ?? Number.NaN,
  },
  {
    what: 'plain pages in all, the heaviest',
    mustReach: 'at most 80 kB',
    limit: 80 * KB,
    read: (weights) => heaviest(weights, PLAIN),
    list: (weights) => Object.fromEntries(PLAIN.map((path) => [path, weights[path]?.afterUse.bytes])),
  },
];

/** Bytes and requests of first visits, in Chromium. */
export const pageWeights: Measurement = {
  name: 'page-weights',
  run: async (bench) => {
    const browser = await openBrowser();
    const close = bench.closing.add(() => browser.close());
    try {
      const weights: Weights[] = [];
      for (const tree of await bothTrees(bench)) weights.push(await weighTree(bench, tree, browser));
      const [present = {}, earlier] = weights;
      return FIGURES.map((figure) => describe(figure, present, earlier));
    } finally {
      await close();
    }
  },
};

async function weighTree(bench: Bench, tree: Tree, browser: Browser): Promise<Weights> {
  const app = await startApp(bench, tree, await newDataFolder(bench, tree));
  try {
    const weigh = async (path: string, windows: readonly Window[]) => {
      // Compressed and kept before it is weighed.
      await sendOrThrow(app.url + path, { headers: { 'Accept-Encoding': 'br' } });
      return weighPage(browser, app.url + path, windows, path === '/contact' ? fillInEnquiryForm : undefined);
    };
    const weights: Weights = {};
    for (const path of LIVE) weights[path] = await weigh(path, ['desktop', 'phone']);
    for (const path of tree.name === 'present' ? PLAIN : []) weights[path] = await weigh(path, ['desktop']);
    return weights;
  } finally {
    await app.stop();
  }
}

function describe(
  { what, mustReach, limit, read, write = kilobytes, list }: Figure,
  present: Weights,
  earlier?: Weights,
): Row {
  const measured = read(present);
  const before = earlier ? read(earlier) || null : null;
  return {
    measurement: pageWeights.name,
    what,
    mustReach,
    measured: write(measured),
    baseline: before === null ? '' : write(before),
    ratio: before === null ? null : measured / before,
    met: measured <= limit,
    ...(list && { details: { present: list(present) } }),
  };
}
