import type { Page } from 'playwright';
import { beforeAll, test } from 'vitest';
import { afterChanges } from '../support/accessible-layout.ts';
import { hydrateCarousels } from '../support/islands.ts';
import { expect } from '../support/page-expect.ts';
import { failedResource, setUpJourney } from '../support/journey.ts';

// The server cannot read the lists in this file, so that islands fetch them.
const journey = setUpJourney({ sampleContent: true, isAlone: true });
journey.expectLogged(/permission denied for table/);
const TABLES = 'public.blog_posts, public.testimonials, public.categories';
const forbidReading = () => journey.app.query(`revoke select on ${TABLES} from anon`);
const allowReading = () => journey.app.query(`grant select on ${TABLES} to anon`);

beforeAll(async () => {
  await forbidReading();
  // The server renders these pages when it starts, and would answer with its copies.
  await journey.app.restart('stop');
});

type Answer = { status: number; json: unknown };
const NOTHING: Answer = { status: 200, json: [] };
const BROKEN: Answer = { status: 500, json: { code: 'XX000', message: 'broken', details: null, hint: null } };

/** Opens a page whose data the server could not read. The data API answers the browser by `answer`, when `letGo` is called. */
async function open(path: string, answer: (table: string) => Answer | 'real') {
  const visitor = await journey.visit();
  const { page, expectConsoleError } = visitor;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/rest/v1/**', async (route) => {
    await held;
    const answered = answer(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
    await (answered === 'real' ? route.continue() : route.fulfill(answered)).catch(() => {});
  });
  expectConsoleError(failedResource(503));
  expect((await page.goto(path))?.status()).toBe(503);
  return { ...visitor, letGo };
}

/** To the empty place of the articles: when the testimonials below grow, the browser keeps what follows them in view. */
const scrollToLists = (page: Page) =>
  page.locator('#island-live-latest-posts').evaluate((articles) => articles.scrollIntoView({ behavior: 'instant' }));

test('while loading the testimonials pulse and the articles have a spinner', async () => {
  const { page, letGo } = await open('/', () => NOTHING);
  await expect(
    page.getByText('Error loading testimonials: An unexpected error occurred', { exact: true }),
  ).toBeVisible();
  await scrollToLists(page);
  await expect(page.getByLabel('Loading testimonials')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Loading articles' })).toBeVisible();
  letGo();
  await expect(page.getByText('No testimonials available at the moment. Check back soon!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What Our Clients Say' })).toBeVisible();
  await expect(page.locator('.facade')).toHaveCount(0);
});

test('on an error the testimonials show a message and the articles are left out', async () => {
  const { page, letGo, expectConsoleError } = await open('/', () => BROKEN);
  expectConsoleError(failedResource(500));
  expectConsoleError(/^Error loading testimonials:/);
  await scrollToLists(page);
  await expect(page.getByLabel('Loading testimonials')).toBeVisible();
  letGo();
  await expect(page.getByLabel('Loading testimonials')).toHaveCount(0);
  await expect(
    page.getByText('Error loading testimonials: An unexpected error occurred', { exact: true }),
  ).toBeVisible();
  await expect(page.locator('.facade')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Loading articles' })).toHaveCount(0);
});

test('testimonials show stars, quotation, name and company', async () => {
  const rows = [4, 5].map((rating) => ({
    id: String(rating),
    name: `Person ${rating}`,
    company: `Mill ${rating}`,
    rating,
    testimonial: 'They read the file.',
    is_featured: false,
    created_at: '2026-01-01T00:00:00Z',
  }));
  const { page, letGo } = await open('/', (table) =>
    table === 'testimonials' ? { status: 200, json: rows } : NOTHING,
  );
  letGo();
  await scrollToLists(page);
  const voice = page.locator('.testimonial-card').first();
  await expect(voice).toContainText('“They read the file.”');
  await expect(voice).toContainText('Person 4');
  await expect(voice).toContainText('Mill 4');
  await expect(voice.getByRole('img', { name: '4 out of 5 stars' })).toBeVisible();
  await expect(page.locator('.testimonials')).toContainText("Don't just take our word for it.");
});

test('the list of the blog has a spinner while loading, then its empty state', async () => {
  const { page, letGo } = await open('/blog', () => NOTHING);
  await expect(page.locator('.spinner')).toHaveText('Loading articles');
  letGo();
  await expect(page.locator('.empty-state h2')).toHaveText('No blog posts found');
  await expect(page.locator('.empty-state .lead')).toHaveText('Check back soon for new content!');
  await expect(page.locator('.spinner')).toHaveCount(0);
});

test('the list of the blog shows its empty state on an error', async () => {
  const { page, letGo, expectConsoleError } = await open('/blog', () => BROKEN);
  expectConsoleError(failedResource(500));
  await expect(page.locator('.spinner')).toBeVisible();
  letGo();
  await expect(page.locator('.empty-state h2')).toHaveText('No blog posts found');
  await expect(page.locator('.empty-state .lead')).toHaveText('Check back soon for new content!');
});

test('the browser reads the lists when the data API answers again, and nothing of the home page moves', async () => {
  const home = await open('/', () => 'real');
  const blog = await open('/blog', () => 'real');
  const search = await open('/blog?q=EPCG', () => 'real');
  const { page } = home;
  await scrollToLists(page);
  await expect(page.getByLabel('Loading testimonials')).toBeVisible();
  await expect(page.getByLabel('Loading articles')).toBeVisible();
  const heightsAt = async (width: number): Promise<number[]> => {
    await page.setViewportSize({ width, height: 900 });
    await afterChanges(page);
    const islands = page.locator('[data-when]');
    return islands.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)));
  };
  await allowReading();
  try {
    const seen: Record<number, number[]> = {};
    for (const width of [375, 600, 768, 1024, 1280]) seen[width] = await heightsAt(width);
    for (const { letGo } of [home, blog, search]) letGo();
    await expect(page.getByLabel(/^Loading/)).toHaveCount(0);
    for (const width of [375, 600, 768, 1024, 1280]) expect(await heightsAt(width), `at ${width}`).toEqual(seen[width]);
    await expect(page.locator('.article-carousel .carousel__slide')).toHaveCount(6);
    await hydrateCarousels(page);
    await expect(blog.page.locator('.post-card')).toHaveCount(9);
    await expect(blog.page.getByRole('navigation', { name: 'Subjects' }).getByRole('link')).toHaveCount(5);
    await expect(search.page.getByRole('status')).toContainText('EPCG');
  } finally {
    await forbidReading();
  }
});
