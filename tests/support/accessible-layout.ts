import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from './page-expect.ts';
import { findDomErrors } from './html-rules.ts';
import { overflowX } from './overflow.ts';

/** A small and an ordinary phone, a tablet, a desktop. */
export const WIDTHS = [320, 375, 768, 1280] as const;
/** The widths with the two layouts of each part. */
const AXE_WIDTHS: readonly number[] = [320, 1280];

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>;
type WindowWithAxe = { axe?: { run: (document: Document, options: object) => Promise<AxeResults> } };

/**
 * Expects valid HTML in the document as it is now, no horizontal overflow at each of `WIDTHS` and no axe violation at
 * `AXE_WIDTHS`.
 * The window has the last of them afterwards.
 */
export async function expectAccessibleLayout(page: Page): Promise<void> {
  expect(await findDomErrors(await page.content())).toEqual([]);
  await injectAxe(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 500 ? 812 : 900 });
    await afterChanges(page);
    if (AXE_WIDTHS.includes(width)) expect(await findViolations(page), `at ${width} px`).toEqual([]);
    expect(await overflowX(page), `wider than ${width} px`).toBeLessThanOrEqual(0);
  }
}

/** AxeBuilder adds axe to the page for each of its runs, which takes longer than a run. One quick run adds it here. */
async function injectAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return;
  await new AxeBuilder({ page }).withRules('document-title').setLegacyMode().analyze();
}

/** Frames are left out: the preview of a post allows no script. */
function findViolations(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const options = { resultTypes: ['violations'], iframes: false, selectors: false };
    const found = await (window as WindowWithAxe).axe?.run(document, options);
    if (!found) return ['axe is not in the page.'];
    return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
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
