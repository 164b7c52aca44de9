import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failedResource, setUpJourney } from '../support/journey.ts';
import { sideways } from '../support/sideways.ts';

const WIDTHS = [320, 375, 768, 1280];
/** A word that fits no line. */
const WORD = 'Donaudampfschifffahrtsgesellschaft'.repeat(3).slice(0, 90);
const journey = setUpJourney({ sampleContent: true });

describe('sample content', () => {
  // 640 and 1024 have the narrowest columns.
  test.each([...WIDTHS, 640, 1024])('no title of the list is cut at %d px', async (width) => {
    const { page } = await journey.visit({ width, javaScript: false });
    await page.goto('/blog');
    const cut = await page
      .locator('.post-card__title')
      .evaluateAll((titles) => titles.filter((e) => e.scrollHeight > e.clientHeight + 1).map((e) => e.textContent));
    expect(cut).toEqual([]);
  });

  test('the first sentence of every post is on the first screen of a phone', async () => {
    const { data } = await journey.app.service.from('blog_posts').select('slug').eq('status', 'published');
    const { page } = await journey.visit({ width: 375, javaScript: false });
    for (const { slug } of data ?? []) {
      await page.goto(`/blog/${slug}`);
      expect(
        await page
          .locator('.prose > p')
          .first()
          .evaluate((e) => e.getBoundingClientRect().top),
        slug,
      ).toBeLessThan(812 - 28);
      expect(await page.locator('.article-head__art').evaluate((e) => e.clientHeight), slug).toBeLessThanOrEqual(200);
    }
  });
});

describe('hostile content', () => {
  const slug = `hostile-${randomUUID()}`;
  const content = [
    `<p>${WORD} ${WORD}</p>`,
    `<h2>${WORD}</h2><p>Text.</p>`,
    ...Array.from({ length: 40 }, (_, n) => `<h2>Part ${n + 1}</h2><p>Text.</p>`),
    `<table><tr>${`<td>${WORD}</td>`.repeat(4)}</tr></table>`,
    `<pre>${WORD.repeat(4)}</pre>`,
    `<img src="https://pictures.invalid/gone.png" alt="${WORD}">`,
  ].join('\n');

  beforeAll(async () => {
    await journey.app.service
      .from('blog_posts')
      .insert({
        ...{ title: `${WORD} and a title of some length that goes on`, slug, content, status: 'published' },
        ...{ excerpt: WORD, featured_image_url: 'https://pictures.invalid/gone.png' },
      })
      .throwOnError();
  });
  afterAll(async () => {
    await journey.app.service.from('blog_posts').delete().eq('slug', slug);
  });

  test.each(WIDTHS)('a long word and a lost picture do not widen any page at %d px', async (width) => {
    const visit = await journey.visit({ width, javaScript: false });
    visit.expectConsoleError(failedResource('net'));
    for (const path of [`/blog/${slug}`, '/blog', '/', `/blog?q=${WORD}`, `/${WORD}`]) {
      if (path === `/${WORD}`) visit.expectConsoleError(failedResource(404));
      await visit.page.goto(path);
      expect(await sideways(visit.page), path).toBeLessThanOrEqual(0);
    }
  });

  test('the drawn cover is seen where the picture is lost', async () => {
    const visit = await journey.visit({ width: 1280, javaScript: false });
    visit.expectConsoleError(failedResource('net'));
    await visit.page.goto(`/blog/${slug}`);
    const cover = visit.page.locator('.article-head__art img').first();
    await cover.evaluate((image: HTMLImageElement) => image.decode());
    expect(await cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });

  test('contents longer than the window scroll by themselves, and wide tables and code by the keyboard', async () => {
    const visit = await journey.visit({ width: 1280, javaScript: false });
    visit.expectConsoleError(failedResource('net'));
    await visit.page.goto(`/blog/${slug}`);
    const contents = visit.page.locator('.article-body__beside');
    expect(
      await contents.evaluate((e) => [e.clientHeight <= window.innerHeight, e.scrollHeight > e.clientHeight]),
    ).toEqual([true, true]);
    for (const wide of ['.prose .table-scroll', '.prose pre']) {
      const box = visit.page.locator(wide);
      await box.focus();
      await visit.page.keyboard.press('ArrowRight');
      await expect.poll(() => box.evaluate((e) => e.scrollLeft)).toBeGreaterThan(0);
    }
  });
});
