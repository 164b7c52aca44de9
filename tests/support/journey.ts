import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Visit, type VisitOptions, openBrowser, visit } from './browser.ts';
import { type TestAppOptions, type TestApp, startTestApp } from './test-app.ts';
import { expect } from './patience.ts';

export type Stage = {
  app: TestApp;
  /** A visitor with a profile of her own, who leaves after the test; a complaint of her console fails it. */
  arrive: (options?: VisitOptions) => Promise<Visit>;
};

/** One house and one Chromium for a file of journeys; the getters work once its first test runs. */
export function openStage(options: TestAppOptions = {}): Stage {
  let app: TestApp | undefined;
  let browser: Browser | undefined;
  const visits: Visit[] = [];

  beforeAll(async () => {
    [app, browser] = await Promise.all([startTestApp(options), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });
  afterEach(async () => {
    const complaints = visits.flatMap((one) => one.complaints);
    await Promise.all(visits.splice(0).map(({ context }) => context.close()));
    expect(complaints).toEqual([]);
  });

  return {
    get app() {
      if (!app) throw new Error('The app is not open yet.');
      return app;
    },
    arrive: async (visitOptions) => {
      if (!browser || !app) throw new Error('The app is not open yet.');
      const visitor = await visit(browser, app.url, visitOptions);
      visits.push(visitor);
      return visitor;
    },
  };
}

/** What Chromium itself writes when an answer has this status; `net` when none came. */
export function failedResource(status: number | 'net'): RegExp {
  return status === 'net'
    ? /^Failed to load resource: net::/
    : new RegExp(`^Failed to load resource: .*status of ${status} `);
}
