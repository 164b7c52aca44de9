import { test } from 'vitest';
import { expect } from '../support/page-expect.ts';
import { setUpJourney } from '../support/journey.ts';
import { MORE_ROUTES, PUBLIC_ROUTES } from '../support/routes.ts';

const journey = setUpJourney({ sampleContent: true });

const NARROWEST = 320;
const WIDEST = 1920;
const STEP = 20;
/** Shorter words are broken only where a column is narrower than any of the site. */
const LETTERS = 6;

/**
 * The lines of text that lie over other text, the words and figures that are broken without a hyphen, and those that a box or the
 * window cuts. Carousels scroll, and what they hide is not cut.
 */
function findFaults({ letters }: { letters: number }): string[] {
  type Line = { text: string; block: Element; box: DOMRect };
  const faults: string[] = [];
  const lines: Line[] = [];
  const longWords = new RegExp(`\\p{L}{${letters},}|\\d+[°%+]`, 'gu');
  /** The nearest box that hides what overflows, or that scrolls; null where nothing does. */
  const hiders = new Map<Element, Element | 'scrolls' | null>();
  const hiderOf = (element: Element): Element | 'scrolls' | null => {
    const known = hiders.get(element);
    if (known !== undefined) return known;
    const { overflowX, position } = getComputedStyle(element);
    const parent = element.parentElement;
    const own = /auto|scroll/.test(overflowX) ? 'scrolls' : /hidden|clip/.test(overflowX) ? element : null;
    const found =
      !parent || parent === document.documentElement || position === 'fixed' ? null : (own ?? hiderOf(parent));
    hiders.set(element, found);
    return found;
  };
  /** A label outside the part of a map that is shown, or words for screen readers, are not seen at all. */
  const isSeenIn = (edges: DOMRect | undefined) => (box: DOMRect) =>
    !edges || (edges.width > 1 && box.left < edges.right && box.right > edges.left && box.top < edges.bottom);
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const parent = node.parentElement;
    if (
      !parent ||
      !node.data.trim() ||
      parent.closest('script, style, noscript, .sr-only, .robot-trap, .carousel__viewport')
    )
      continue;
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    range.selectNodeContents(node);
    const all = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    const block =
      parent.closest('p, li, h1, h2, h3, h4, td, th, dd, dt, a, button, figcaption, blockquote, label') ?? parent;
    const hider = hiderOf(parent);
    if (hider === 'scrolls') continue;
    const edges = hider?.getBoundingClientRect();
    const end = parent.closest('.clamp')?.getBoundingClientRect().bottom ?? Infinity;
    // The lines after the last of a clamped text are not seen.
    const boxes = all.filter(({ top, height }) => top + height / 2 < end).filter(isSeenIn(edges));
    for (const box of boxes) {
      const text = node.data.trim().slice(0, 40);
      const isOut = box.left < -1 || box.right > innerWidth + 1;
      const isCut = edges && (box.left < edges.left - 1 || box.right > edges.right + 1);
      if (isOut || isCut) faults.push(`cut: ${text}`);
      lines.push({ text, block, box });
    }
    if (boxes.length < 2) continue;
    for (const { 0: word, index } of node.data.matchAll(longWords)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = new Set(
        [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
      );
      if (tops.size > 1) faults.push(`broken: ${word}`);
    }
  }
  // Letters fill the middle of their line.
  const middle = ({ top, height }: DOMRect) => [top + height * 0.3, top + height * 0.75] as const;
  lines.sort((one, other) => one.box.top - other.box.top);
  lines.forEach((one, index) => {
    const [top, bottom] = middle(one.box);
    for (const other of lines.slice(index + 1)) {
      if (other.box.top > bottom) break;
      if (one.block.contains(other.block) || other.block.contains(one.block)) continue;
      const [otherTop, otherBottom] = middle(other.box);
      const isBeside = one.box.right < other.box.left + 2 || other.box.right < one.box.left + 2;
      if (!isBeside && otherTop < bottom && otherBottom > top)
        faults.push(`over each other: ${one.text} / ${other.text}`);
    }
  });
  return faults;
}

test.each([...PUBLIC_ROUTES, ...MORE_ROUTES])(
  'on %s no text lies over other text and no word is cut, from 320 to 1920 px',
  async (path) => {
    const { page, expectConsoleError } = await journey.visit({ reducedMotion: true, javaScript: false });
    expectConsoleError(/404/);
    await page.goto(path);
    /** The first and the last width of each. */
    const faults = new Map<string, [number, number]>();
    for (let width = NARROWEST; width <= WIDEST; width += STEP) {
      await page.setViewportSize({ width, height: 900 });
      for (const fault of await page.evaluate(findFaults, { letters: LETTERS })) {
        faults.set(fault, [faults.get(fault)?.[0] ?? width, width]);
      }
    }
    expect(Object.fromEntries(faults)).toEqual({});
  },
);
