import type { Page } from 'playwright';
import { test } from 'vitest';
import { HOME_POSTS_AUTOPLAY_MS, TESTIMONIAL_AUTOPLAY_MS } from '#contract/limits.ts';
import { expect } from '../support/page-expect.ts';
import { hydrateCarousels } from '../support/islands.ts';
import { setUpJourney } from '../support/journey.ts';

const journey = setUpJourney({ sampleContent: true });

const BAYS = '.article-carousel';
const VOICES = '.testimonials__carousel';
const slides = (page: Page, row: string) => page.locator(`${row} .carousel__slide`);
/** The position of the first slide; Embla moves slides by transforms. */
const position = (page: Page, row: string) =>
  slides(page, row)
    .first()
    .evaluate((slide) => Math.round(slide.getBoundingClientRect().x));

/** The home page with a fake clock: time passes only by `pass`. */
async function openHome(width = 1280, reducedMotion = false) {
  const visitor = await journey.visit({ width, reducedMotion });
  const { page } = visitor;
  await page.clock.install({ time: '2026-11-20T10:00:00' });
  await page.goto('/');
  await hydrateCarousels(page);
  await page.clock.pauseAt('2026-11-20T10:05:00');
  return visitor;
}

/** The duration of a slide's transition. */
const MOVE_MS = 1500;
const pass = (page: Page, ms: number) => page.clock.runFor(ms);

/** Restarts the timer of a row: the pointer enters and leaves. */
async function touch(page: Page, row: string): Promise<number> {
  await page.locator(`${row} .carousel__viewport`).hover();
  await pass(page, MOVE_MS);
  await page.mouse.move(0, 0);
  return position(page, row);
}

test('the blog row has the first six posts and moves every 4000 ms, the testimonials every 2000 ms, in a loop; the pointer pauses both, and the keyboard in it', async () => {
  const { page } = await openHome();
  await expect(slides(page, BAYS)).toHaveCount(6);
  for (const [row, delay] of [
    [BAYS, 4000],
    [VOICES, 2000],
  ] as const) {
    const before = await touch(page, row);
    await pass(page, delay - 50);
    expect(await position(page, row), `${row} waits`).toBe(before);
    await pass(page, 400);
    expect(await position(page, row), `${row} moves`).not.toBe(before);
  }

  const places = await slides(page, VOICES).count();
  const first = await touch(page, VOICES);
  for (let move = 0; move < places; move += 1) await pass(page, TESTIMONIAL_AUTOPLAY_MS);
  await page.locator(`${VOICES} .carousel__viewport`).hover();
  await pass(page, MOVE_MS);
  expect(Math.abs((await position(page, VOICES)) - first)).toBeLessThan(3);

  for (const row of [BAYS, VOICES]) {
    await page.locator(`${row} .carousel__viewport`).hover();
    await pass(page, MOVE_MS);
    const before = await position(page, row);
    await pass(page, 5 * HOME_POSTS_AUTOPLAY_MS);
    expect(await position(page, row), row).toBe(before);
  }

  await page.locator(`${VOICES} .carousel__step`).last().focus();
  await page.keyboard.press('Tab');
  await expect(page.locator(`${VOICES} .carousel__viewport`)).toBeFocused();
  const held = await touch(page, VOICES);
  await pass(page, 5 * TESTIMONIAL_AUTOPLAY_MS);
  expect(await position(page, VOICES), 'still with the keyboard in it').toBe(held);
  await page.locator(`${VOICES} .carousel__viewport`).hover();
  await page.keyboard.press('Shift+Tab');
  await pass(page, MOVE_MS);
  const under = await position(page, VOICES);
  await pass(page, 5 * TESTIMONIAL_AUTOPLAY_MS);
  expect(await position(page, VOICES), 'still with the mouse over it').toBe(under);
});

const CARDS_IN_VIEW = [
  [767, 1],
  [768, 2],
  [1023, 2],
  [1024, 3],
] as const;

test('under reduced motion the carousels are paused, follow the arrow keys, and can be started; 1, 2 or 3 cards are in view, by the width, 30 px apart, with arrows from 768', async () => {
  const { page } = await openHome(1280, true);
  const before = await position(page, BAYS);
  await pass(page, 5 * HOME_POSTS_AUTOPLAY_MS);
  expect(await position(page, BAYS)).toBe(before);
  await page.locator(`${BAYS} .carousel__viewport`).focus();
  await page.keyboard.press('ArrowRight');
  await pass(page, MOVE_MS);
  const moved = await position(page, BAYS);
  expect(moved).toBeLessThan(before);
  // The way back and forward of the browser.
  await page.keyboard.press('Alt+ArrowRight');
  await pass(page, MOVE_MS);
  expect(await position(page, BAYS)).toBe(moved);
  await page.getByRole('button', { name: 'Let the articles move' }).click();
  await page.mouse.move(0, 0);
  await pass(page, HOME_POSTS_AUTOPLAY_MS + MOVE_MS);
  expect(await position(page, BAYS)).not.toBe(moved);
  await page.getByRole('button', { name: 'Pause the articles' }).click();
  await page.mouse.move(0, 0);
  for (const [width, inView] of CARDS_IN_VIEW) {
    await page.setViewportSize({ width, height: 900 });
    await pass(page, MOVE_MS);
    for (const row of [BAYS, VOICES]) {
      const widths = await page.locator(row).evaluate((carousel) => {
        const viewport = carousel.querySelector('.carousel__viewport')?.getBoundingClientRect();
        const first = carousel.querySelector('.carousel__slide');
        return { viewport: viewport?.width ?? 0, slide: first?.getBoundingClientRect().width ?? 0 };
      });
      expect(Math.floor((widths.viewport + 60) / widths.slide), `${row} at ${width} px`).toBe(inView);
    }
    const gap = await slides(page, VOICES).evaluateAll(([one, two]) =>
      Math.round((two?.getBoundingClientRect().x ?? 0) - (one?.getBoundingClientRect().right ?? 0)),
    );
    const padding = await slides(page, VOICES)
      .first()
      .evaluate((slide) => Number.parseFloat(getComputedStyle(slide).paddingRight));
    expect(gap + padding, `at ${width} px`).toBe(30);
    await expect(page.locator(`${BAYS} .carousel__step >> visible=true`)).toHaveCount(width < 768 ? 0 : 2);
  }
});

test('an arrow pauses the blog carousel until the pointer leaves, but not the testimonials; the pause button stops a carousel until it is pressed again; then it continues after the window is resized too', async () => {
  const { page } = await openHome();
  for (const [row, name, goesOn] of [
    [BAYS, 'Next articles', false],
    [VOICES, 'Next testimonials', true],
  ] as const) {
    const start = await touch(page, row);
    await page.locator(row).getByRole('button', { name }).click();
    await pass(page, MOVE_MS);
    const pressed = await position(page, row);
    expect(pressed, row).not.toBe(start);
    await pass(page, HOME_POSTS_AUTOPLAY_MS + MOVE_MS);
    expect((await position(page, row)) !== pressed, row).toBe(goesOn);
  }
  const arrived = await position(page, BAYS);
  await touch(page, BAYS);
  await pass(page, HOME_POSTS_AUTOPLAY_MS + MOVE_MS);
  expect(await position(page, BAYS)).not.toBe(arrived);

  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: 'Pause the testimonials' }).click();
  const before = await touch(page, VOICES);
  await pass(page, 5 * TESTIMONIAL_AUTOPLAY_MS);
  expect(await position(page, VOICES)).toBe(before);
  await page.getByRole('button', { name: 'Let the testimonials move' }).click();
  await pass(page, TESTIMONIAL_AUTOPLAY_MS + MOVE_MS);
  expect(await position(page, VOICES)).not.toBe(before);

  await page.setViewportSize({ width: 900, height: 900 });
  await pass(page, MOVE_MS);
  const resting = await touch(page, VOICES);
  await pass(page, TESTIMONIAL_AUTOPLAY_MS + 400);
  expect(await position(page, VOICES)).not.toBe(resting);
});
