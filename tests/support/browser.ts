import { type Browser, type BrowserContext, type ConsoleMessage, type Page, chromium } from 'playwright';
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts';
import { noteFailedResponses } from './firefox.ts';
import { PAGE_WAIT_MS } from './page-expect.ts';

/** In full Chromium each page loads two more pages for the address bar: three quarters of the work of a page. */
const ADDRESS_BAR_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];
/** The features that Playwright 1.65 disables. Chromium uses only the last list, so ours repeats them. */
const PLAYWRIGHT_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
/** Debian's Chromium runs as root in a container, and must not connect to Google's hosts on a closed network. */
const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...PLAYWRIGHT_FEATURES, ...ADDRESS_BAR_FEATURES].join()}`,
];

type BrowserOptions = {
  /** The Chromium with windows. */
  isFull?: boolean;
  /** With the back/forward cache, which Playwright turns off and only the full Chromium has. */
  keepsPages?: boolean;
};

/** Chromium as `npm test` found or installed it; `flags` are added to its command line. */
export function openBrowser(
  flags: readonly string[] = [],
  { isFull, keepsPages }: BrowserOptions = {},
): Promise<Browser> {
  const { CHROMIUM = '/usr/bin/chromium', FULL_CHROMIUM = CHROMIUM } = process.env;
  const executablePath = isFull || keepsPages ? FULL_CHROMIUM : CHROMIUM;
  const ignoreDefaultArgs = keepsPages ? ['--disable-back-forward-cache'] : [];
  return chromium.launch({ executablePath, ignoreDefaultArgs, args: [...FLAGS, ...flags] });
}

/** Chromium gives up a cross-fade between two documents when it takes too long on a busy machine. */
const ABANDONED_FADE = /^(Transition was (aborted|skipped)|.*ViewTransition)/;

export type Visit = {
  page: Page;
  context: BrowserContext;
  /** Unexpected errors and warnings of the console, and uncaught exceptions. */
  consoleErrors: string[];
  /** Allows console lines that match the pattern. */
  expectConsoleError: (pattern: RegExp) => void;
};

export type VisitOptions = {
  width?: number;
  javaScript?: boolean;
  reducedMotion?: boolean;
  editor?: 'visual' | 'html';
};

/** Makes the documents that the page opens from now on those of a browser that blocks storage. */
export async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const get = (): never => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get });
  });
}

/** Lets the documents that the page opens from now on wait for an answer for two seconds only. */
export async function shortenTimeouts(page: Page): Promise<void> {
  await page.addInitScript((limit) => {
    const shortened = (ms = 0) => (ms === limit ? 2000 : ms);
    const [timeout, later] = [AbortSignal.timeout.bind(AbortSignal), window.setTimeout];
    AbortSignal.timeout = (ms) => timeout(shortened(ms));
    Object.assign(window, { setTimeout: (run: () => void, ms?: number) => later(run, shortened(ms)) });
  }, REQUEST_TIMEOUT_MS);
}

/** Opens a page in a browser context of its own. */
export async function openVisit(browser: Browser, baseURL: string, options: VisitOptions = {}): Promise<Visit> {
  const { width = 1280, javaScript = true, reducedMotion = false, editor = 'html' } = options;
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: width < 500 ? 812 : 900 },
    javaScriptEnabled: javaScript,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
  });
  // Most journeys type HTML; a browser without this key opens the visual editor.
  if (editor === 'html')
    await context.addInitScript(() => {
      const key = 'india-going-global-editor-mode';
      try {
        localStorage.setItem(key, localStorage.getItem(key) ?? 'html');
      } catch {
        // Blank pages and sandboxed frames have no storage.
      }
    });
  context.setDefaultTimeout(PAGE_WAIT_MS);
  const page = await context.newPage();
  const consoleErrors: string[] = [];
  const expected: RegExp[] = [ABANDONED_FADE];
  const note = (line: string) => {
    if (!expected.some((pattern) => pattern.test(line))) consoleErrors.push(line);
  };
  page.on('console', (message: ConsoleMessage) => {
    if (['error', 'warning'].includes(message.type()))
      note(`${message.text()} (${message.location().url || 'no address'}, on ${page.url()})`);
  });
  if (browser.browserType().name() === 'firefox') noteFailedResponses(page, note);
  page.on('pageerror', (error) => note(`${error.message} (${page.url()})`));
  return { page, context, consoleErrors, expectConsoleError: (pattern) => expected.push(pattern) };
}
