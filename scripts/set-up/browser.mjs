import { existsSync } from 'node:fs';
import { NODE, runToEnd, withLocalPrograms } from './programs.mjs';

const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Finds Chromium: an installed one, else Playwright's, else the system's package. Sets CHROMIUM to its path. */
export async function prepareBrowser() {
  process.env.CHROMIUM = findBrowser() ?? (await playwrightBrowser()) ?? (await packagedBrowser());
  if (process.env.CHROMIUM) return;
  throw new Error('No Chromium was found or could be installed. Install one and set CHROMIUM to its path.');
}

function findBrowser() {
  return PLACES.find((path) => path && existsSync(path));
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

async function packagedBrowser() {
  if (process.platform !== 'linux' || process.getuid() !== 0) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runToEnd('apt-get', ['update', '-qq'], { env }).catch(() => {});
  await runToEnd('apt-get', ['install', '-y', '-qq', 'chromium'], { env }).catch(() => {});
  return findBrowser();
}
