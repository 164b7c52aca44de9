import { existsSync } from 'node:fs';
import { type Browser, type Page, firefox } from 'playwright';

const executablePath = process.env['FIREFOX'] ?? '/usr/bin/firefox-esr';

/** Whether `npm test` found or installed Firefox. Its journeys are skipped otherwise. */
export const hasFirefox = existsSync(executablePath);

/** What Playwright sets for each context in Chromium, and Firefox takes only when it starts. */
export type FirefoxOptions = { javaScript?: boolean; reducedMotion?: boolean };

/** The installed Firefox, over WebDriver BiDi. */
export async function openFirefox({ javaScript = true, reducedMotion = false }: FirefoxOptions = {}): Promise<Browser> {
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    firefoxUserPrefs: {
      'javascript.enabled': javaScript,
      'ui.prefersReducedMotion': Number(reducedMotion),
      // No processes that wait for a page to come.
      'dom.ipc.processPrelaunch.enabled': false,
    },
  });
  answerMediaFeatures(browser);
  return browser;
}

type Message = { id: number; method: string };
type Connection = { rawSend: (message: Message) => void; _dispatchMessage: (answer: object) => void };
type Internals = { _connection: { toImpl: (browser: Browser) => { _connection: Connection } } };

/**
 * Playwright 1.65 sends this command for each context and page, and Firefox 153 ESR does not know it. Playwright has no
 * setting for that, so its connection answers.
 */
function answerMediaFeatures(browser: Browser): void {
  const connection = (browser as unknown as Internals)['_connection'].toImpl(browser)['_connection'];
  const send = connection.rawSend.bind(connection);
  connection.rawSend = (message) => {
    if (message.method !== 'emulation.setMediaFeaturesOverride') send(message);
    else queueMicrotask(() => connection['_dispatchMessage']({ id: message.id, type: 'success', result: {} }));
  };
}

/** Over WebDriver BiDi the console does not have the responses that failed: notes them as Chromium does. */
export function noteFailedResponses(page: Page, note: (line: string) => void): void {
  page.on('response', (answer) => {
    const line = `Failed to load resource: the server responded with a status of ${answer.status()} ()`;
    if (answer.status() >= 400) note(`${line} (${answer.url()}, on ${page.url()})`);
  });
}
