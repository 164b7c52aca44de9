import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SEARCH_MAX_LENGTH } from '#contract/limits.ts';
import { WIDTHS } from '../support/accessible-layout.ts';
import { parseFragment } from '../support/html.ts';
import { findOutside } from '../support/find-outside.ts';
import { type HostileContent, HOSTILE_TITLES, LONG_WORD, insertHostileContent } from '../support/hostile-content.ts';
import { failedResource, setUpJourney } from '../support/journey.ts';

const journey = setUpJourney({ sampleContent: true });

/** A page that may show pictures that are gone, and may not exist. */
async function openAt(width: number) {
  const visit = await journey.visit({ width, javaScript: false });
  visit.expectConsoleError(failedResource('net'));
  visit.expectConsoleError(failedResource(404));
  return visit.page;
}

const resize = (page: Page, width: number) => page.setViewportSize({ width, height: width < 500 ? 812 : 900 });

/** What reaches over the edges of the window on these pages, at each width. */
async function findOutsideOn(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    for (const width of WIDTHS) {
      await resize(page, width);
      found.push(...(await findOutside(page)).map((one) => `${path} at ${width} px: ${one}`));
    }
  }
  return found;
}

describe('sample content', () => {
  /** Everywhere that titles of posts are shown. */
  const LISTS = ['/', '/blog', '/blog/category/customs-and-gst', '/blog?q=duty', '/blog/moowr-bonded-factory'];
  const TITLES = '.post-card__title, .read-next h3, .neighbours b, .article-head h1';

  // 640 and 1024 have the narrowest columns.
  test('no title is cut in any list at any width', async () => {
    const page = await openAt(1280);
    for (const path of LISTS) {
      await page.goto(path);
      for (const width of [...WIDTHS, 640, 1024]) {
        await resize(page, width);
        const titles = await page.locator(TITLES).evaluateAll((found) =>
          found.map((title) => ({
            text: title.textContent,
            isCut: title.scrollHeight > title.clientHeight + 1 && getComputedStyle(title).overflow !== 'visible',
          })),
        );
        const place = `${path} at ${width} px`;
        expect(titles.length, place).toBeGreaterThan(1);
        expect(
          titles.filter(({ isCut }) => isCut),
          place,
        ).toEqual([]);
        expect(await findOutside(page), place).toEqual([]);
      }
    }
  });

  test('the heading and the first sentence of every post are on the first screen of a phone', async () => {
    const { data } = await journey.app.anon.from('blog_posts').select('slug').throwOnError();
    expect(data).toHaveLength(9);
    const page = await openAt(375);
    const firstScreen = 812;
    for (const { slug } of data) {
      await page.goto(`/blog/${slug}`);
      const bottom = (one: Locator) => one.evaluate((e) => e.getBoundingClientRect().bottom);
      const top = (one: Locator) => one.evaluate((e) => e.getBoundingClientRect().top);
      expect(await bottom(page.locator('h1')), slug).toBeLessThan(firstScreen);
      expect(await top(page.locator('.prose > p').first()), slug).toBeLessThan(firstScreen - 28);
      expect(await page.locator('.article-head__art').evaluate((e) => e.clientHeight), slug).toBeLessThanOrEqual(200);
    }
  });
});

describe('hostile content', () => {
  let content: HostileContent;
  let wide: string;
  beforeAll(async () => {
    content = await insertHostileContent(journey.app);
    wide = `/blog/${content.slugs[0]}`;
  });
  afterAll(() => content?.remove());

  test('no title, word or picture widens a page or leaves it at any width', async () => {
    const lists = ['/', '/blog', '/blog?page=2', `/blog/category/${content.category}`, '/blog/moowr-bonded-factory'];
    const paths = [...content.slugs.map((slug) => `/blog/${slug}`), ...lists];
    expect(await findOutsideOn(await openAt(1280), paths)).toEqual([]);
  });

  test('no search and no address widens a page or leaves it at any width', async () => {
    const words = Object.values(HOSTILE_TITLES).map((title) => title.slice(0, SEARCH_MAX_LENGTH).toWellFormed());
    const searches = words.map((word) => `/blog?q=${encodeURIComponent(word)}`);
    const missing = [`/${LONG_WORD}`, `/blog/${LONG_WORD}`, `/blog/category/${LONG_WORD}`];
    const paths = [...searches, ...missing, `/blog?page=${'9'.repeat(90)}`];
    expect(await findOutsideOn(await openAt(1280), paths)).toEqual([]);
  });

  test('feeds give each hostile title as it was written, and each excerpt as HTML', async () => {
    const feed = parseFragment(await (await fetch(`${journey.app.url}/rss.xml`)).text());
    const textsOf = (name: string) => feed.flatMap(({ tag, text }) => (tag === name ? [text] : []));
    for (const title of Object.values(HOSTILE_TITLES)) expect(textsOf('title')).toContain(title);
    const excerpts = textsOf('description').map((html) => parseFragment(`<p>${html}</p>`));
    expect(excerpts.filter(({ length }) => length > 1)).toEqual([]);
    expect(excerpts.flat().map(({ text }) => text.slice(0, 24))).toContain(HOSTILE_TITLES.markup.slice(0, 24));
  });

  test('a picture that is gone leaves the drawn cover as it is', async () => {
    const page = await openAt(1280);
    for (const path of [wide, '/blog']) {
      await page.goto(path);
      const arch = page
        .locator('.arch__opening')
        .filter({ has: page.locator('[src*="pictures.invalid"]') })
        .first();
      await arch.scrollIntoViewIfNeeded();
      const [cover, lost] = [arch.locator('img').first(), arch.locator('img').last()];
      await cover.evaluate((image: HTMLImageElement) => image.decode());
      expect(await cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      await expect.poll(() => lost.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
      const take = () => arch.screenshot({ animations: 'disabled' });
      const before = await take();
      await lost.evaluate((image) => (image.style.visibility = 'hidden'));
      expect(before.equals(await take()), path).toBe(true);
    }
  });

  test('contents longer than the window scroll by themselves, and wide tables and code by the keyboard, which they show, at every width', async () => {
    const page = await openAt(1280);
    await page.goto(wide);
    const contents = page.locator('.contents__beside');
    expect(
      await contents.evaluate((e) => [e.clientHeight <= window.innerHeight, e.scrollHeight > e.clientHeight]),
    ).toEqual([true, true]);
    for (const width of WIDTHS) {
      await resize(page, width);
      await expectScrolling(page);
    }
  });

  async function expectScrolling(page: Page): Promise<void> {
    for (const selector of ['.prose .table-scroll', '.prose pre']) {
      const box = page.locator(selector);
      await box.evaluate((e) => (e.scrollLeft = 0));
      await box.focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => box.evaluate((e) => e.scrollLeft)).toBeGreaterThan(0);
      const style = await box.evaluate((e) => {
        const { outlineStyle, backgroundAttachment } = getComputedStyle(e);
        return { outlineStyle, backgroundAttachment };
      });
      expect(style.outlineStyle).toBe('solid');
      // A shadow at the edge that the text moves away from.
      expect(style.backgroundAttachment).toContain('local, local, scroll');
    }
  }
});
