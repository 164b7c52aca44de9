import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, test } from 'vitest';
import { type Visit, type VisitOptions, openBrowser, openVisit } from '../support/browser.ts';
import { expect } from '../support/page-expect.ts';
import { setUpJourney } from '../support/journey.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

const journey = setUpJourney({ sampleContent: true });

/** The transition to the document that is shown now: whether there is one, and the parts of it that move. */
type Reveal = { hasTransition: boolean; groups?: string[]; error?: string };

const ARCH = '::view-transition-group(post-arch)';
const FIRST = '.carousel__slide:first-child .post-card';
const SECOND = '.post-grid > li:nth-child(2) .post-card';
/** The blog, a category and the search have the same cards. */
const LISTS: [width: number, name: string, path: string, card: string][] = [
  [375, 'the carousel of the home page', '/', FIRST],
  [1280, 'the carousel of the home page', '/', FIRST],
  [375, 'the blog', '/blog', SECOND],
  [1280, 'the blog', '/blog', SECOND],
  [375, 'a category', '/blog/category/customs-and-gst', SECOND],
  [1280, 'the search', '/blog?q=customs', SECOND],
];

/** Keeps pages for the way back, as visitors' browsers do. */
let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser([], { keepsPages: true });
});
afterAll(() => browser.close());

async function withVisit(options: VisitOptions, run: (visit: Visit) => Promise<void>): Promise<void> {
  const visit = await openVisit(browser, journey.app.url, options);
  await visit.context.addInitScript(() => {
    addEventListener('pagehide', () => Object.assign(globalThis, { reveal: undefined }));
    addEventListener('pagereveal', ({ viewTransition }) => {
      const reveal: Reveal = { hasTransition: viewTransition !== null };
      Object.assign(globalThis, { reveal });
      viewTransition?.ready.then(
        () => {
          const effects = document.getAnimations().map(({ effect }) => effect);
          reveal.groups = effects.flatMap((effect) => (effect instanceof KeyframeEffect && effect.pseudoElement) || []);
        },
        (error: unknown) => (reveal.error = String(error)),
      );
    });
  });
  try {
    await run(visit);
    expect(visit.consoleErrors).toEqual([]);
  } finally {
    await visit.context.close();
  }
}

const readReveal = (page: Page) =>
  page.evaluate(() => (globalThis as { reveal?: Reveal }).reveal).catch(() => undefined);

const MAX_ATTEMPTS = 4;

/** The reveal after `go`, which is repeated where the browser gives up the transition, as on a busy machine. */
async function revealAfter(page: Page, go: (attempt: number) => Promise<void>): Promise<Reveal> {
  for (let attempt = 1; ; attempt += 1) {
    await go(attempt);
    const reveal = await waitFor(async () => {
      const known = await readReveal(page);
      return (known?.groups ?? known?.error ?? known?.hasTransition === false) ? known : null;
    });
    if (reveal.groups || attempt === MAX_ATTEMPTS) return reveal;
  }
}

async function openPost(page: Page, card: Locator): Promise<void> {
  const link = card.locator('h2 a, h3 a');
  const href = await link.getAttribute('href');
  await card.locator('.arch').scrollIntoViewIfNeeded();
  await link.click();
  await page.waitForURL((url) => url.pathname === href);
}

test.each(LISTS)(
  'at %i px the arch of a card grows from %s into the head of the post, and back',
  async (width, _, path, selector) => {
    await withVisit({ width }, async ({ page }) => {
      const open = async () => {
        await page.goto(path);
        await openPost(page, page.locator(selector));
      };
      expect(await revealAfter(page, open)).toMatchObject({ groups: expect.arrayContaining([ARCH]) });
      const goBack = async (attempt: number) => {
        if (attempt > 1) await open();
        await page.goBack({ waitUntil: 'commit' });
        await page.waitForURL((url) => url.pathname + url.search === path, { waitUntil: 'commit' });
      };
      expect(await revealAfter(page, goBack)).toMatchObject({ groups: expect.arrayContaining([ARCH]) });
      await expect(page.locator(`${selector} [data-grows]`)).toHaveCount(1);
    });
  },
);

test('the arch grows on a page that shows the post twice', async () => {
  await withVisit({}, async ({ page }) => {
    const open = async () => {
      await page.goto('/blog');
      await page.locator('.post-grid').evaluate((grid) => grid.append(grid.firstElementChild!.cloneNode(true)));
      await openPost(page, page.locator('.post-grid > li:last-child .post-card'));
    };
    expect(await revealAfter(page, open)).toMatchObject({ groups: expect.arrayContaining([ARCH]) });
  });
});

test('other pages follow each other without an arch that moves', async () => {
  await withVisit({}, async ({ page }) => {
    const reveal = await revealAfter(page, async () => {
      await page.goto('/blog');
      await page.locator('.blog-bar a[href^="/blog/category/"]').first().click();
      await page.waitForURL('**/blog/category/*');
    });
    expect(reveal).toMatchObject({ hasTransition: true, groups: expect.any(Array) });
    expect(reveal.groups?.join()).not.toContain('post-arch');
  });
});

test('under reduced motion a post opens without a transition', async () => {
  await withVisit({ reducedMotion: true }, async ({ page }) => {
    await page.goto('/blog');
    await openPost(page, page.locator('.post-grid .post-card').first());
    await expect.poll(() => readReveal(page)).toEqual({ hasTransition: false });
    await expect(page.locator('[data-grows]')).toHaveCount(0);
  });
});
