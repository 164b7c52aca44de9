import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { test } from 'vitest';
import { contact } from '#site/content/contact.ts';
import { expect } from '../support/expect.ts';
import { MORE_ROUTES, NOT_FOUND_WORDS, PUBLIC_ROUTES } from '../support/routes.ts';
import { failedResource, setUpJourney } from '../support/journey.ts';
import { sideways } from '../support/sideways.ts';

const journey = setUpJourney({ sampleContent: true });
const ALL = [...PUBLIC_ROUTES, ...MORE_ROUTES, '/auth'];

/** A visit without console messages, except those of an unknown path. */
async function comeTo(path: string, width: number): Promise<{ page: Page; foreign: string[] }> {
  const { page, expectConsoleError } = await journey.visit({ width, reducedMotion: true });
  if (path === '/no-such-page') {
    expectConsoleError(failedResource(404));
    expectConsoleError(new RegExp(`^${NOT_FOUND_WORDS}`));
  }
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== journey.app.url) foreign.push(url.href);
  });
  await page.goto(path);
  return { page, foreign };
}

async function validate(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

test.each(ALL)(
  '%s is accessible on a phone and on a desktop, logs nothing, and makes no third-party request',
  async (path) => {
    const { page, foreign } = await comeTo(path, 375);
    expect(await validate(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await validate(page)).toEqual([]);
    await expect(page.locator('h1')).toHaveCount(1);
    for (const landmark of ['banner', 'main', 'contentinfo'] as const)
      await expect(page.getByRole(landmark)).toHaveCount(1);
    expect(foreign).toEqual([]);
  },
);

test('no page scrolls sideways at 320 px', async () => {
  const { page, expectConsoleError } = await journey.visit({ width: 320 });
  expectConsoleError(failedResource(404));
  expectConsoleError(new RegExp(`^${NOT_FOUND_WORDS}`));
  const wide: string[] = [];
  for (const path of ALL) {
    await page.goto(path);
    // 1 px is rounding.
    if ((await sideways(page)) > 1) wide.push(path);
  }
  expect(wide).toEqual([]);
});

test('the open menu of a phone is accessible', async () => {
  const { page } = await comeTo('/about', 375);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.locator('.site-menu')).toBeVisible();
  expect(await validate(page)).toEqual([]);
});

test('the map is loaded only on request', async () => {
  const { page, foreign } = await comeTo('/contact', 1280);
  await page.route('https://www.openstreetmap.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>map</p>' }),
  );
  expect(foreign).toEqual([]);
  await page.getByRole('button', { name: 'Show the map' }).click();
  await expect(page.getByTitle(contact.map.title)).toBeVisible();
  await expect.poll(() => foreign.map((url) => new URL(url).host)).toEqual(['www.openstreetmap.org']);
  expect(await sideways(page)).toBeLessThanOrEqual(1);
});
