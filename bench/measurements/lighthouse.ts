import { publicPaths } from '#site/route-table.ts';
import type { Bench, Measurement } from '../bench.ts';
import { type Audit, type Lighthouse, openLighthouse } from '../browser/lighthouse.ts';
import { startApp } from '../product/app.ts';
import { newDataFolder } from '../product/data-folder.ts';
import { sendOrThrow } from '../product/requests.ts';
import type { Row } from '../report/row.ts';
import { median } from '../report/statistics.ts';
import { milliseconds } from '../report/table.ts';

type Audited = Audit & { path: string };

const PATHS = [...publicPaths(), '/blog/rules-of-origin-explained', '/blog/category/foreign-trade-policy'];
const VISITS = 5;
const LIMITS = { score: 100, lcpMs: 1400, tbtMs: 20, cls: 0 };

/** Lighthouse's mobile visit to every public route; each figure is the median of its visits. */
export const lighthouse: Measurement = {
  name: 'lighthouse',
  run: async (bench) => {
    const app = await startApp(bench, bench.present, await newDataFolder(bench, bench.present));
    const browser = await openLighthouse();
    const close = bench.closing.add(browser.close);
    try {
      const audits: Audited[] = [];
      for (const path of PATHS) {
        audits.push({ path, ...(await auditPage(bench, browser, app.url + path)) });
        bench.say(describeAudit(audits.at(-1)!));
      }
      return describe(audits);
    } finally {
      await close();
      await app.stop();
    }
  },
};

async function auditPage(bench: Bench, browser: Lighthouse, url: string): Promise<Audit> {
  await sendOrThrow(url, { headers: { 'Accept-Encoding': 'br' } });
  const visits: Audit[] = [];
  for (let visit = 0; visit < (bench.options.isQuick ? 1 : VISITS); visit += 1) visits.push(await browser.audit(url));
  const names = Object.keys(visits[0]!) as (keyof Audit)[];
  return Object.fromEntries(names.map((name) => [name, median(visits.map((visit) => visit[name]))])) as Audit;
}

function describeAudit({ path, performance, accessibility, bestPractices, seo, lcpMs, tbtMs, cls }: Audited): string {
  const scores = [performance, accessibility, bestPractices, seo].join('/');
  return `  ${path}: ${scores}, LCP ${milliseconds(lcpMs)}, TBT ${milliseconds(tbtMs)}, CLS ${cls.toFixed(3)}`;
}

function describe(audits: Audited[]): Row[] {
  const row = (
    what: string,
    mustReach: string,
    read: (audit: Audited) => number,
    limit: { atLeast: number } | { atMost: number },
    write: (value: number) => string,
  ): Row => {
    const isLow = 'atLeast' in limit;
    const values = audits.map(read);
    const worst = isLow ? Math.min(...values) : Math.max(...values);
    const isMet = (value: number) => (isLow ? value >= limit.atLeast : value <= limit.atMost);
    const missed = audits.filter((audit) => !isMet(read(audit)));
    return {
      measurement: lighthouse.name,
      what: `Lighthouse mobile, ${what}`,
      mustReach,
      measured: write(worst),
      baseline:
        missed.length === 0 ? `all ${audits.length} routes` : `missed by ${missed.length} of ${audits.length} routes`,

      ratio: null,
      met: isMet(worst),
      details: { values: Object.fromEntries(audits.map((audit) => [audit.path, read(audit)])) },
    };
  };
  const best = { atLeast: LIMITS.score };
  return [
    row('performance', '100', (audit) => audit.performance, best, String),
    row('accessibility', '100', (audit) => audit.accessibility, best, String),
    row('best practices', '100', (audit) => audit.bestPractices, best, String),
    row('SEO', '100', (audit) => audit.seo, best, String),
    row('LCP', `at most ${LIMITS.lcpMs / 1000} s`, (audit) => audit.lcpMs, { atMost: LIMITS.lcpMs }, milliseconds),
    row('TBT', `at most ${LIMITS.tbtMs} ms`, (audit) => audit.tbtMs, { atMost: LIMITS.tbtMs }, milliseconds),
    row(
      'CLS',
      '0',
      (audit) => audit.cls,
      { atMost: LIMITS.cls },
      (value) => value.toFixed(3),
    ),
  ];
}
