import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Visit, type VisitOptions, openBrowser, openVisit } from './browser.ts';
import { hasFirefox, openFirefox } from './firefox.ts';
import { shareTestApp } from './shared-app.ts';
import { type TestAppOptions, type TestApp, startTestApp } from './test-app.ts';
import { expect } from './page-expect.ts';

/** `full` is the Chromium with windows, whose text is set as visitors see it. */
type BrowserKind = 'chromium' | 'full' | 'firefox';
export type JourneyOptions = Pick<TestAppOptions, 'sampleContent' | 'env'> & {
  browser?: BrowserKind;
  /** An app of this file alone, which its tests may restart. It has one too if `env` is given. */
  isAlone?: boolean;
};

export type Journey = {
  app: TestApp;
  /**
   * Opens a browser context of its own, closed after the test, or after the file if it is opened before its tests. An
   * unexpected console error fails the test.
   */
  visit: (options?: VisitOptions) => Promise<Visit>;
  /** Allows lines of the app's log at `warn` or above that match, in all tests of this file; others fail the test. */
  expectLogged: (pattern: RegExp) => void;
};

/** Lines of the log at these levels fail a journey that does not expect them. */
const LOUD_LEVELS = ['warn', 'error', 'fatal'];

/** What files of this worker expected: the app that they share counts its repeated lines up to a minute later. */
const expectedCounts: RegExp[] = [];

/** The Chromium of the worker, which ends with it: Vitest evaluates this module once a worker (`isolate: false`). */
let chromium: Promise<Browser> | undefined;

export async function shareChromium(): Promise<Browser> {
  const known = await chromium?.catch(() => null);
  // A browser that did not open, or that has crashed, costs one file of journeys, not all that follow.
  if (known?.isConnected()) return known;
  chromium = openBrowser();
  return chromium;
}

/** Firefox needs a browser of its own for each set of options; Chromium takes them with each context. */
function openFor(kind: BrowserKind, ownBrowsers: Map<string, Promise<Browser>>, options: VisitOptions = {}) {
  if (kind === 'chromium') return shareChromium();
  const { javaScript = true, reducedMotion = false } = kind === 'firefox' ? options : {};
  const key = `${javaScript} ${reducedMotion}`;
  const open =
    ownBrowsers.get(key) ??
    (kind === 'firefox' ? openFirefox({ javaScript, reducedMotion }) : openBrowser([], { isFull: true }));
  ownBrowsers.set(key, open);
  return open;
}

/** An app and a browser for a file of journeys. Both are ready when the first test runs. */
export function setUpJourney({ browser = 'chromium', isAlone = false, ...options }: JourneyOptions = {}): Journey {
  let app: TestApp | undefined;
  const ownBrowsers = new Map<string, Promise<Browser>>();
  const visits: Visit[] = [];
  const expectedLines: RegExp[] = [];
  /** Kept for the end of the file, so that a repeated test does not hide a line that is written once. */
  const unexpectedLines: string[] = [];
  let checkedLength = 0;
  const takeUnexpectedLines = (): string[] => {
    const logged = app?.logged() ?? '';
    const added = logged.slice(checkedLength, logged.lastIndexOf('\n') + 1);
    checkedLength += added.length;
    const loud = added.split('\n').filter(isLoud);
    const patternsFor = (line: string) => (line.includes('"repeated":') ? expectedCounts : expectedLines);
    const unexpected = loud.filter((line) => !patternsFor(line).some((pattern) => pattern.test(line)));
    unexpectedLines.push(...unexpected);
    return unexpected;
  };

  beforeAll(async () => {
    if (browser === 'firefox' && !hasFirefox) return;
    // On a busy machine requests are slow, which the log would say.
    const env = { SLOW_REQUEST_MS: '0', ...options.env };
    const starting = isAlone || options.env ? startTestApp({ ...options, env }) : shareTestApp(options);
    [app] = await Promise.all([starting, openFor(browser, ownBrowsers)]);
  });
  // A repeated test begins with the posts that it began with the first time.
  let idsBefore: string[] = [];
  let visitsBefore = 0;
  beforeEach(async ({ task }) => {
    visitsBefore = visits.length;
    if (!app) return;
    if (!task.result?.retryCount) idsBefore = await postIds(app);
    else await app.service.from('blog_posts').delete().notIn('id', idsBefore).throwOnError();
  });
  afterAll(async () => {
    await Promise.all(visits.map(({ context }) => context.close()));
    for (const open of ownBrowsers.values()) await (await open).close();
    await app?.stop();
    takeUnexpectedLines();
    expect(unexpectedLines).toEqual([]);
  });
  afterEach(async () => {
    const consoleErrors = visits.flatMap((one) => one.consoleErrors.splice(0));
    await Promise.all(visits.splice(visitsBefore).map(({ context }) => context.close()));
    expect(consoleErrors).toEqual([]);
    expect(takeUnexpectedLines()).toEqual([]);
  });

  return {
    get app() {
      if (!app) throw new Error('The app has not started yet.');
      return app;
    },
    visit: async (visitOptions) => {
      if (!app) throw new Error('The app has not started yet.');
      const visit = await openVisit(await openFor(browser, ownBrowsers, visitOptions), app.url, visitOptions);
      visits.push(visit);
      return visit;
    },
    expectLogged: (pattern) => {
      expectedLines.push(pattern);
      expectedCounts.push(pattern);
    },
  };
}

/** Whether a line of standard error is one of the log at LOUD_LEVELS, or none of the log. */
function isLoud(line: string): boolean {
  if (line === '') return false;
  try {
    return LOUD_LEVELS.includes((JSON.parse(line) as { level: string }).level);
  } catch {
    return true;
  }
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
