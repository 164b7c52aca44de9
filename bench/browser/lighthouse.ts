import type { Browser } from 'playwright';
import { freePort } from '#tests/support/free-port.ts';
import { openBrowser } from '#tests/support/browser.ts';

/** Lighthouse's figures of one visit: scores of 0 to 100, times in milliseconds. */
export type Audit = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  lcpMs: number;
  tbtMs: number;
  cls: number;
};

export type Lighthouse = { audit: (url: string) => Promise<Audit>; close: () => Promise<void> };

/** Lighthouse asks for another visit when Chromium recorded no trace. */
const TRIES = 3;

/** Chromium for Lighthouse's mobile visits, with its simulated slow network and processor. */
export async function openLighthouse(): Promise<Lighthouse> {
  const port = await freePort();
  const browser: Browser = await openBrowser([`--remote-debugging-port=${port}`]);
  // It takes a second to load, and only this measurement needs it.
  const { default: lighthouse } = await import('lighthouse');
  return {
    close: () => browser.close(),
    audit: async (url) => {
      const { categories, audits } = await visit(lighthouse, url, port);
      const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
      const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
      return {
        performance: score('performance'),
        accessibility: score('accessibility'),
        bestPractices: score('best-practices'),
        seo: score('seo'),
        lcpMs: value('largest-contentful-paint'),
        tbtMs: value('total-blocking-time'),
        cls: value('cumulative-layout-shift'),
      };
    },
  };
}

async function visit(lighthouse: typeof import('lighthouse').default, url: string, port: number) {
  for (let tried = 1; ; tried += 1) {
    const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' });
    if (result && !result.lhr.runtimeError) return result.lhr;
    if (tried < TRIES) continue;
    throw new Error(`Lighthouse could not visit ${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  }
}
