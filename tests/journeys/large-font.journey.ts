import type { Page } from 'playwright';
import { onTestFinished, test } from 'vitest';
import { openBrowser, openVisit } from '../support/browser.ts';
import { expect } from '../support/page-expect.ts';
import { setUpJourney } from '../support/journey.ts';
import { makePerson, openDashboard } from '../support/people.ts';
import { PUBLIC_ROUTES } from '../support/routes.ts';

const journey = setUpJourney({ sampleContent: true });

/** Pairs of words and controls of the header that overlap, and words and controls that are cut off. */
const errorsOfHeader = (page: Page) =>
  page.evaluate(() => {
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const parts = [...document.querySelectorAll('.contact-strip :is(a, li), .site-header__bar :is(a, button)')];
    const seen = parts.filter((part) => isSeen(part) && !part.closest('[popover]'));
    const boxes = seen.map((part) => ({ words: part.textContent, box: part.getBoundingClientRect() }));
    const bar = document.querySelector('.site-header__bar')?.getBoundingClientRect();
    const cut = boxes.filter(
      ({ box }) => box.left < 0 || box.right > innerWidth || box.bottom > (bar?.bottom ?? 0) + 1,
    );
    const overlapping = boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter(({ box }) => box.left < one.box.right - 1 && box.right > one.box.left + 1)
        .filter(({ box }) => box.top < one.box.bottom - 1 && box.bottom > one.box.top + 1)
        .map((other) => `${one.words} and ${other.words}`),
    );
    return [...cut.map(({ words }) => `cut: ${words}`), ...overlapping];
  });

const overhang = (page: Page) =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth);

test.each([24, 32])(
  'with a browser font of %i px no page scrolls sideways, the header is whole, and the menu lies below the bar, within the window',
  async (px) => {
    const browser = await openBrowser([`--blink-settings=defaultFontSize=${px}`]);
    onTestFinished(() => browser.close());
    const { page } = await openVisit(browser, journey.app.url, { reducedMotion: true });
    const wide: string[] = [];
    for (const path of PUBLIC_ROUTES) {
      await page.goto(path);
      for (const width of [375, 768, 1024, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        if ((await overhang(page)) > 1) wide.push(`${path} at ${width}`);
        expect(await errorsOfHeader(page), `${path} at ${width}`).toEqual([]);
      }
    }
    expect(wide).toEqual([]);

    await page.goto('/about');
    for (const width of [375, 768, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      await page.getByRole('button', { name: 'Menu' }).click();
      const menu = page.locator('.site-menu');
      await expect(menu).toBeVisible();
      const found = await menu.evaluate((element) => {
        const bar = document.querySelector('.site-header__bar')?.getBoundingClientRect();
        const links = [...element.querySelectorAll('a')].map((link) => link.getBoundingClientRect());
        return {
          gap: Math.abs(element.getBoundingClientRect().top - (bar?.bottom ?? 0)),
          wide: links.some(({ right }) => right > innerWidth) || element.scrollWidth > element.clientWidth,
        };
      });
      expect(found.gap, `at ${width}`).toBeLessThanOrEqual(1.5);
      expect(found.wide, `at ${width}`).toBe(false);
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
    }
  },
);

/** The tabs and forms of the dashboard, by their query, and what each shows when it is loaded. */
const SCREENS = [
  ['posts', '.items--posts'],
  ['categories', '.items--categories'],
  ['testimonials', '.items--testimonials'],
  ['pages', '.word-parts'],
  ['users', '.items--accounts'],
  ['system', '.items--mail'],
  ['posts&post=new', '.writing'],
  ['categories&category=new', '.item-form'],
] as const;

test('with a browser font of 32 px no tab and no form of the dashboard scrolls sideways on a phone', async () => {
  const { app } = journey;
  await app.query(
    `insert into mail.outbox (id, kind, recipient, subject, text_body, created_at, attempts, next_attempt_at,
       refused_at, refused_with, last_error, reported_at)
     values (gen_random_uuid(), 'enquiry', 'a@b.example', 'A subject', 'A text', now() - interval '2 days', 3,
       now() + interval '1 day', now() - interval '2 days', 'other settings', 'No such mailbox', now())`,
  );
  const browser = await openBrowser(['--blink-settings=defaultFontSize=32']);
  onTestFinished(() => browser.close());
  const { page } = await openVisit(browser, app.url, { width: 375, reducedMotion: true });
  await openDashboard(app, page, await makePerson(app, { admin: true }));
  const wide: string[] = [];
  for (const [query, loaded] of SCREENS) {
    await page.goto(`/admin?tab=${query}`);
    await page.locator(loaded).waitFor();
    if ((await overhang(page)) > 1) wide.push(query);
  }
  expect(wide).toEqual([]);
});
