import type { Locator, Page } from 'playwright';
import { expect } from './page-expect.ts';

const MIN_PX = 44;

/**
 * Expects every visible control in `area` to be at least 44 by 44 px. Not measured, as in WCAG 2.5.5: links within a
 * sentence. A checkbox or radio button counts with its label, and a control that is only for screen readers not at all.
 */
export async function expectTargetSizes(page: Page, area: Locator = page.locator('main')): Promise<void> {
  const small = await area.evaluate((root, least) => {
    const selector = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab]';
    const isSentence = (element: Element): boolean => {
      const parent = element.parentElement;
      if (element.tagName !== 'A' || !parent || getComputedStyle(element).display !== 'inline') return false;
      return [...parent.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    };
    const isClipped = (element: Element): boolean => {
      const head = element.closest('thead')?.getBoundingClientRect();
      return head !== undefined && head.width <= 1;
    };
    const targetOf = (element: Element): Element =>
      element.matches('input[type=checkbox], input[type=radio]') ? (element.closest('label') ?? element) : element;
    return (
      [...root.querySelectorAll<HTMLElement>(selector)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter((element) => !isSentence(element) && !element.closest('.sr-only'))
        .map((element) => ({ element, box: targetOf(element).getBoundingClientRect() }))
        // The head of a stacked table is clipped to one pixel.
        .filter(({ element }) => !isClipped(element))
        .filter(({ box }) => box.width < least - 0.5 || box.height < least - 0.5)
        .map(
          ({ element, box }) =>
            `${Math.round(box.width)} × ${Math.round(box.height)}: ${element.outerHTML.slice(0, 120)}`,
        )
    );
  }, MIN_PX);
  expect(small).toEqual([]);
}
