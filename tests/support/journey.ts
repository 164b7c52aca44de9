import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Visit, type VisitOptions, openBrowser, openVisit } from './browser.ts';
import { type TestAppOptions, type TestApp, startTestApp } from './test-app.ts';
import { expect } from './expect.ts';

export type Journey = {
  app: TestApp;
  /** Opens a browser context of its own, closed after the test. An unexpected console error fails the test. */
  visit: (options?: VisitOptions) => Promise<Visit>;
};

/** One app and one Chromium for a file of journeys. Both are ready when the first test runs. */
export function setUpJourney(options: TestAppOptions = {}): Journey {
  let app: TestApp | undefined;
  let browser: Browser | undefined;
  const visits: Visit[] = [];

  beforeAll(async () => {
    [app, browser] = await Promise.all([startTestApp(options), openBrowser()]);
  });
  // A repeated test begins with the posts that it began with the first time.
  let idsBefore: string[] = [];
  beforeEach(async ({ task }) => {
    if (!app) return;
    if (!task.result?.retryCount) idsBefore = await postIds(app);
    else await app.service.from('blog_posts').delete().notIn('id', idsBefore).throwOnError();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });
  afterEach(async () => {
    const consoleErrors = visits.flatMap((one) => one.consoleErrors);
    await Promise.all(visits.splice(0).map(({ context }) => context.close()));
    expect(consoleErrors).toEqual([]);
  });

  return {
    get app() {
      if (!app) throw new Error('The app has not started yet.');
      return app;
    },
    visit: async (visitOptions) => {
      if (!browser || !app) throw new Error('The app has not started yet.');
      const visit = await openVisit(browser, app.url, visitOptions);
      visits.push(visit);
      return visit;
    },
  };
}

async function postIds(app: TestApp): Promise<string[]> {
  const { data } = await app.service.from('blog_posts').select('id').throwOnError();
  return data.map(({ id }) => id);
}

/** The console message of Chromium for a response with this status, or for a failed connection (`net`). */
export function failedResource(status: number | 'net'): RegExp {
  return status === 'net'
    ? /^Failed to load resource: net::/
    : new RegExp(`^Failed to load resource: .*status of ${status} `);
}
