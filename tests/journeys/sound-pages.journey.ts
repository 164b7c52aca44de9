import { beforeAll, test } from 'vitest';
import { contact } from '#site/content/contact.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { expect } from '../support/page-expect.ts';
import { MORE_ROUTES, NOT_FOUND_WORDS, PUBLIC_ROUTES } from '../support/routes.ts';
import { failedResource, setUpJourney } from '../support/journey.ts';
import { recordTransfers, transferredBytes, type Transfers } from '../support/transfers.ts';
import { VERY_LONG } from '#backend-tests/support/slowness.ts';

const journey = setUpJourney({ sampleContent: true });
const ALL = [...PUBLIC_ROUTES, ...MORE_ROUTES, '/auth'];

// Chromium has none of its own.
const PRIVACY = "Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })";

const KB = 1000;
const SCRIPT_BYTES = 5 * KB;
const STYLE_BYTES = 12 * KB;
/** For paper and contrast themes, which a screen does not wait for. */
const MODE_STYLE_BYTES = 4 * KB;
const HOME_BYTES = 110 * KB;
const PLAIN_PAGE_BYTES = 80 * KB;
/** What a server sends before the first acknowledgement: ten packets. More takes another round trip. */
const FIRST_WINDOW_BYTES = 10 * 1460;
/** Pages that run React in some part. */
const WITH_ISLANDS = ['/', '/contact'];
const WITHOUT_BUDGET = ['/no-such-page', '/auth'];

/** Expects that a first visit keeps to the budgets of scripts, styles and all bytes. */
function expectWithinBudgets(path: string, transfers: Transfers): void {
  const hasIslands = WITH_ISLANDS.includes(path);
  expect(transferredBytes(transfers, 'Script')).toBeLessThanOrEqual(hasIslands ? SCRIPT_BYTES : 0);
  expect(transferredBytes(transfers, 'Document')).toBeLessThanOrEqual(FIRST_WINDOW_BYTES);
  const styles = transfers.filter(({ type }) => type === 'Stylesheet');
  const forModes = styles.filter(({ url }) => url.includes('/assets/modes-'));
  expect([styles.length, forModes.length]).toEqual([2, 1]);
  expect(transferredBytes(styles) - transferredBytes(forModes)).toBeLessThanOrEqual(STYLE_BYTES);
  expect(transferredBytes(forModes)).toBeLessThanOrEqual(MODE_STYLE_BYTES);
  expect(transferredBytes(transfers)).toBeLessThanOrEqual(path === '/' ? HOME_BYTES : PLAIN_PAGE_BYTES);
}

/** A browser that makes a first visit of each page: it keeps nothing. With Global Privacy Control. */
async function openFirstVisits() {
  const visit = await journey.visit();
  const { page, context } = visit;
  await page.addInitScript(PRIVACY);
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== journey.app.url) foreign.push(url.href);
  });
  const transfers = await recordTransfers(page);
  const session = await context.newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const forget = async (): Promise<void> => {
    await session.send('Storage.clearDataForOrigin', { origin: journey.app.url, storageTypes: 'all' });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    transfers.length = 0;
  };
  return { ...visit, foreign, transfers, forget };
}

let visits: Awaited<ReturnType<typeof openFirstVisits>>;
beforeAll(async () => {
  visits = await openFirstVisits();
});

// No console messages are expected but those of an unknown path.
test.each(ALL)(
  '%s keeps to its budgets of a first visit, is accessible and valid at every width, logs nothing, and makes no third-party request',
  async (path) => {
    const isUnknown = path === '/no-such-page';
    const { page, foreign, transfers, forget, expectConsoleError } = isUnknown ? await openFirstVisits() : visits;
    if (isUnknown) {
      expectConsoleError(failedResource(404));
      expectConsoleError(new RegExp(`^${NOT_FOUND_WORDS}`));
    }
    await forget();
    const answer = await page.goto(path, { waitUntil: 'networkidle' });
    if (!WITHOUT_BUDGET.includes(path)) {
      expectWithinBudgets(path, transfers);
      // Nothing is loaded before the stylesheet.
      const [first = ''] = /<(link|script)\b[^>]*\s(href|src)="[^>]*>/.exec((await answer?.text()) ?? '') ?? [];
      expect(first).toMatch(/^<link rel="stylesheet" href="\/assets\/page-/);
    }
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expectAccessibleLayout(page);
    await expect(page.locator('h1')).toHaveCount(1);
    for (const landmark of ['banner', 'main', 'contentinfo'] as const)
      await expect(page.getByRole(landmark)).toHaveCount(1);
    expect(foreign).toEqual([]);
  },
);

test(
  'every other post and category of the sample content is accessible and valid at every width',
  VERY_LONG,
  async () => {
    const { anon } = journey.app;
    const { data: posts } = await anon.from('blog_posts').select('slug').throwOnError();
    const { data: categories } = await anon.from('categories').select('slug').throwOnError();
    const { page } = await journey.visit({ reducedMotion: true });
    const slugs = [...posts.map(({ slug }) => slug), ...categories.map(({ slug }) => `category/${slug}`)];
    for (const path of slugs.map((slug) => `/blog/${slug}`).filter((one) => !ALL.includes(one))) {
      expect((await page.goto(path))?.status()).toBe(200);
      await expectAccessibleLayout(page);
    }
  },
);

test('the open menu of a phone is accessible', async () => {
  const { page } = await journey.visit({ width: 375, reducedMotion: true });
  await page.goto('/about');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.locator('.site-menu')).toBeVisible();
  await expectAccessibleLayout(page);
});

test.each([
  ['when it is scrolled near', undefined],
  ['with Global Privacy Control only on request', PRIVACY],
  ['with Save-Data only on request', "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"],
])('the map is loaded %s', async (_, signal) => {
  const { page, expectConsoleError } = await journey.visit({ width: 375, reducedMotion: true });
  // axe asks frames of other origins.
  expectConsoleError(/^Failed to execute 'postMessage' on 'DOMWindow'/);
  if (signal) await page.addInitScript(signal);
  const asked: string[] = [];
  await page.route('https://www.openstreetmap.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>map</p>' }),
  );
  page.on('request', (request) => {
    const { host } = new URL(request.url());
    if (host === 'www.openstreetmap.org') asked.push(host);
  });
  await page.goto('/contact');
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await page.getByRole('heading', { name: contact.map.heading }).scrollIntoViewIfNeeded();
  const show = page.getByRole('button', { name: contact.map.show });
  if (signal) {
    await show.waitFor();
    expect(asked).toEqual([]);
    await show.click();
    await expect(page.getByTitle(contact.map.title)).toBeFocused();
  }
  await expect(page.getByTitle(contact.map.title)).toBeVisible();
  await expect.poll(() => asked).toEqual(['www.openstreetmap.org']);
  expect(await show.count()).toBe(0);
  // The page is the same however the map came.
  if (!signal) await expectAccessibleLayout(page);
});
