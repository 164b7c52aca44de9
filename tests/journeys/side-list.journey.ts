import type { Page } from 'playwright';
import { test } from 'vitest';
import { expect } from '../support/page-expect.ts';
import { setUpJourney } from '../support/journey.ts';
import { afterChanges } from '../support/accessible-layout.ts';

const journey = setUpJourney();

const ENTRIES = 9;
const WINDOWS = [
  [1280, 700],
  [1280, 1000],
  [1920, 850],
  [1920, 1000],
] as const;

/** The numbers of the marked entries of the side list, drawn with a line below. */
const readMarked = (page: Page) =>
  page
    .locator('.contents__beside a')
    .evaluateAll((links) =>
      links.flatMap((link, index) => (getComputedStyle(link).textDecorationLine === 'underline' ? [index + 1] : [])),
    );

/** What is marked at every tenth part of a window, from the top to the end of the page. */
async function readMarkedAtAllPositions(page: Page): Promise<number[][]> {
  const { end, step } = await page.evaluate(() => ({
    end: document.documentElement.scrollHeight - innerHeight,
    step: innerHeight / 10,
  }));
  const seen: number[][] = [];
  for (let top = 0; top < end + step; top += step) {
    await page.evaluate(async (to) => {
      scrollTo({ top: to, behavior: 'instant' });
      for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    }, top);
    seen.push(await readMarked(page));
  }
  return seen;
}

test.each(WINDOWS)(
  'in a window of %i by %i one entry of the side list is marked at every position, and one that is chosen',
  async (width, height) => {
    const { page } = await journey.visit({ width });
    await page.setViewportSize({ width, height });
    await page.goto('/services/customs-compliance');
    await afterChanges(page);
    const seen = await readMarkedAtAllPositions(page);
    expect(seen.filter(({ length }) => length !== 1)).toEqual([]);
    const order = seen.flat();
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect([...new Set(order)]).toEqual(Array.from({ length: ENTRIES }, (_, index) => index + 1));
    for (const number of [4, 1, 9, 8]) {
      await page
        .locator('.contents__beside a')
        .nth(number - 1)
        .click();
      await page.mouse.move(0, 0);
      await expect.poll(() => readMarked(page)).toEqual([number]);
    }
  },
);
