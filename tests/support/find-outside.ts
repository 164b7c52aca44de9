import type { Page } from 'playwright';

/**
 * The visible texts that reach over the edges of the window, with their pixels, and the width by which the page scrolls
 * overflowX. Texts in an element that scrolls by itself are left out.
 */
export function findOutside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = window.innerWidth;
    const ownTexts = (element: Element) =>
      [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const boxOf = (text: Node): DOMRect => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return range.getBoundingClientRect();
    };
    const outside = [...document.body.querySelectorAll('*')]
      .filter((one) => !one.closest('.sr-only, .skip-link, [aria-hidden=true], script, style'))
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !scrolls(one))
      .flatMap((one) => ownTexts(one).map((text) => ({ one, box: boxOf(text) })))
      .filter(({ box }) => box.width > 0 && (box.right > width + 1 || box.left < -1))
      .map(({ one, box }) => `${one.outerHTML.slice(0, 80)}: ${Math.round(box.left)} to ${Math.round(box.right)}`);
    const overflowX = document.documentElement.scrollWidth - width;
    return overflowX > 0 ? [`The page scrolls sideways by ${overflowX} px.`, ...outside] : outside;
  });
}
