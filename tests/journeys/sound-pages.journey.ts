import { test } from 'vitest';
import { contact } from '#site/content/contact.ts';
import type { Visit } from '../support/browser.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { expect } from '../support/page-expect.ts';
import { MORE_ROUTES, NOT_FOUND_WORDS, PUBLIC_ROUTES } from '../support/routes.ts';
import { failedResource, setUpJourney } from '../support/journey.ts';

const journey = setUpJourney({ sampleContent: true });
const ALL = [...PUBLIC_ROUTES, ...MORE_ROUTES, '/auth'];

// Chromium has none of its own.
const PRIVACY = "Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })";

/** A visit with Global Privacy Control, without console messages except those of an unknown path. */
async function comeTo(
  path: string,
  width: number,
): Promise<Pick<Visit, 'page' | 'expectConsoleError'> & { foreign: string[] }> {
  const { page, expectConsoleError } = await journey.visit({ width, reducedMotion: true });
  if (path === '/no-such-page') {
    expectConsoleError(failedResource(404));
    expectConsoleError(new RegExp(`^${NOT_FOUND_WORDS}`));
  }
  await page.addInitScript(PRIVACY);
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== journey.app.url) foreign.push(url.href);
  });
  await page.goto(path);
  return { page, expectConsoleError, foreign };
}

test.each(ALL)(
  '%s is accessible and valid at every width, logs nothing, and makes no third-party request',
  async (path) => {
    const { page, foreign } = await comeTo(path, 375);
    await expectAccessibleLayout(page);
    await expect(page.locator('h1')).toHaveCount(1);
    for (const landmark of ['banner', 'main', 'contentinfo'] as const)
      await expect(page.getByRole(landmark)).toHaveCount(1);
    expect(foreign).toEqual([]);
  },
);

test(
  'every other post and category of the sample content is accessible and valid at every width',
  { timeout: 180_000 },
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
  const { page } = await comeTo('/about', 375);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.locator('.site-menu')).toBeVisible();
  await expectAccessibleLayout(page);
});

test.each([
  ['when it is scrolled near', undefined],
  ['with Global Privacy Control only on request', PRIVACY],
  ['with Save-Data only on request', "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"],
])('the map is loaded %s', async (_, wish) => {
  const { page, expectConsoleError } = await journey.visit({ width: 375, reducedMotion: true });
  // axe asks frames of other origins.
  expectConsoleError(/^Failed to execute 'postMessage' on 'DOMWindow'/);
  if (wish) await page.addInitScript(wish);
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
  if (wish) {
    await show.waitFor();
    expect(asked).toEqual([]);
    await show.click();
    await expect(page.getByTitle(contact.map.title)).toBeFocused();
  }
  await expect(page.getByTitle(contact.map.title)).toBeVisible();
  await expect.poll(() => asked).toEqual(['www.openstreetmap.org']);
  expect(await show.count()).toBe(0);
  // The page is the same however the map came.
  if (!wish) await expectAccessibleLayout(page);
});
