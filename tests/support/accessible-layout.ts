import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright';
import { expect } from './page-expect.ts';
import { findDomErrors } from './html-rules.ts';
import { overflowX } from './overflow.ts';

/** A small and an ordinary phone, a tablet, a desktop. */
export const WIDTHS = [320, 375, 768, 1280] as const;
/** The widths with the two layouts of each part. */
const AXE_WIDTHS: readonly number[] = [320, 1280];
/** Half as long as `axe.source`, and each page parses it again. */
const AXE_SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Expects valid HTML in the document as it is now, no horizontal overflow at each of `WIDTHS` and no axe violation at
 * `AXE_WIDTHS`.
 * The window has the last of them afterwards.
 */
export async function expectAccessibleLayout(page: Page): Promise<void> {
  expect(await findDomErrors(await page.content())).toEqual([]);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 500 ? 812 : 900 });
    await afterChanges(page);
    if (AXE_WIDTHS.includes(width)) expect(await findViolations(page), `at ${width} px`).toEqual([]);
    expect(await overflowX(page), `wider than ${width} px`).toBeLessThanOrEqual(0);
  }
}

/**
 * The axe violations within the one element that the selector finds. Frames are left out: the preview of a post allows no
 * script.
 */
export async function findViolations(page: Page, within = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE_SOURCE);
  return page.locator(within).evaluate(async (element) => {
    const options = { resultTypes: ['violations' as const], iframes: false, selectors: false };
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(element, options);
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
  });
}

/**
 * Waits until the effects of a change of the width are drawn, all sections are laid out (styles/layout.css) and colours
 * no longer change, since a button may have lost its hover.
 */
export async function afterChanges(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await nextFrame();
    await nextFrame();
    const isLayout = (one: Animation) => one instanceof CSSAnimation && one.animationName === 'lay-out';
    const changes = document.getAnimations().filter((one) => one instanceof CSSTransition || isLayout(one));
    await Promise.allSettled(changes.map(({ finished }) => finished));
  });
}
