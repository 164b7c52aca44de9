import { existsSync } from 'node:fs';
import { NODE, runToEnd, withLocalPrograms } from './programs.mjs';

const CHROMIUM_PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const FIREFOX_PLACES = [
  process.env.FIREFOX,
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** Debian's Chromium without windows and without the back/forward cache: two thirds of the work of the full one. */
const SHELL = '/usr/bin/chromium-headless-shell';

/** Finds Chromium: an installed one, else Playwright's, else the system's package. Sets CHROMIUM to its path. */
export async function prepareFullBrowser() {
  process.env.CHROMIUM =
    findIn(CHROMIUM_PLACES) ?? (await playwrightBrowser()) ?? (await packagedBrowser('chromium', CHROMIUM_PLACES));
  if (process.env.CHROMIUM) return;
  throw new Error('No Chromium was found or could be installed. Install one and set CHROMIUM to its path.');
}

/** For tests: sets FULL_CHROMIUM to the path of a Chromium, and CHROMIUM to that of its form without windows if it is there. */
export async function prepareBrowser() {
  const isNamed = Boolean(process.env.CHROMIUM);
  await prepareFullBrowser();
  process.env.FULL_CHROMIUM = process.env.CHROMIUM;
  if (isNamed) return;
  process.env.CHROMIUM =
    findIn([SHELL]) ?? (await packagedBrowser('chromium-headless-shell', [SHELL])) ?? process.env.CHROMIUM;
}

/**
 * Finds Firefox: an installed one, else the system's package. Sets FIREFOX to its path. Playwright's own Firefox is no
 * released one, so it is not used.
 */
export async function prepareFirefox() {
  const path = findIn(FIREFOX_PLACES) ?? (await packagedBrowser('firefox-esr', FIREFOX_PLACES));
  if (path) process.env.FIREFOX = path;
  else
    console.error(
      'No Firefox was found or could be installed: the journeys in Firefox are skipped. Install one or set FIREFOX to its path.',
    );
}

function findIn(places) {
  return places.find((path) => path && existsSync(path));
}

async function playwrightBrowser() {
  const { chromium } = await import('playwright');
  const path = chromium.executablePath();
  if (existsSync(path)) return path;
  console.error('Installing a Chromium for the journeys …');
  const env = withLocalPrograms(process.env);
  await runToEnd(NODE, ['node_modules/playwright/cli.js', 'install', 'chromium'], { env }).catch(() => {});
  return existsSync(path) ? path : undefined;
}

async function packagedBrowser(name, places) {
  if (process.platform !== 'linux' || process.getuid() !== 0) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runToEnd('apt-get', ['update', '-qq'], { env }).catch(() => {});
  await runToEnd('apt-get', ['install', '-y', '-qq', name], { env }).catch(() => {});
  return findIn(places);
}
