import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { failedResource, setUpJourney } from '../support/journey.ts';
import { MORE_ROUTES, PUBLIC_ROUTES } from '../support/routes.ts';
import { VERY_LONG } from '#backend-tests/support/slowness.ts';

const journey = setUpJourney({ sampleContent: true });
const MAX_STOPS = 150;

/**
 * What is wrong with the focused element: nothing, or why a person who types does not see where the focus is. The walk
 * ends in the part of the page that `end` selects, or after its last stop.
 */
function describeFocus(page: Page, end: string | null): Promise<{ isAtEnd: boolean; error: string | null }> {
  return page.evaluate((selector) => {
    const focused = document.activeElement;
    if (!focused || focused === document.body || (selector && focused.closest(selector)))
      return { isAtEnd: true, error: null };
    const box = focused.getBoundingClientRect();
    const [left, right] = [Math.max(0, box.left), Math.min(window.innerWidth, box.right)];
    const [top, bottom] = [Math.max(0, box.top), Math.min(window.innerHeight, box.bottom)];
    const isSeen = right - left >= box.width / 2 && bottom - top >= Math.min(24, box.height / 2);
    // A link over two lines has a line of its own for each.
    const line = focused.getClientRects()[0] ?? box;
    const middle = (a: number, b: number) => (Math.max(0, a) + b) / 2;
    const at = document.elementFromPoint(
      middle(line.left, Math.min(line.right, right)),
      middle(line.top, Math.min(line.bottom, bottom)),
    );
    const isFree = at !== null && (focused.contains(at) || at.contains(focused));
    const hasOutline = [focused, ...focused.querySelectorAll('*')].some((one) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    const errors = [isSeen || 'is outside the window', isFree || 'is covered', hasOutline || 'has no outline'];
    const found = errors.filter((one) => one !== true).join(', ');
    return { isAtEnd: false, error: found && `${focused.outerHTML.slice(0, 100)} ${found}` };
  }, end);
}

test('the focus is seen at every stop of the Tab key on every page of a phone and a desktop', VERY_LONG, async () => {
  const { page, expectConsoleError } = await journey.visit({ javaScript: false, reducedMotion: true });
  expectConsoleError(failedResource(404));
  for (const [n, path] of [...PUBLIC_ROUTES, ...MORE_ROUTES].entries()) {
    // Header and footer are the same everywhere: of the other pages only what is between them.
    const isWhole = n === 0;
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: width < 500 ? 812 : 900 });
      if (isWhole || width === 375) await page.goto(path);
      if (!isWhole) await page.locator('#main').focus();
      const place = `${path} at ${width} px`;
      const errors: string[] = [];
      let stops = 0;
      for (; stops < MAX_STOPS; stops += 1) {
        await page.keyboard.press('Tab');
        const { isAtEnd, error } = await describeFocus(page, isWhole ? null : '.site-footer');
        if (isAtEnd) break;
        if (error) errors.push(error);
      }
      expect(errors, place).toEqual([]);
      expect(stops, place).toBeGreaterThan(isWhole ? 15 : 0);
      expect(stops, place).toBeLessThan(MAX_STOPS);
    }
  }
});
