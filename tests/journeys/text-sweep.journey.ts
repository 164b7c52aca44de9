import type { Frame, Page } from 'playwright';
import { beforeAll, test } from 'vitest';
import { splitAtTerms } from '#site/ui/unbroken.tsx';
import { setUpJourney } from '../support/journey.ts';
import { findAtWidths, loadInFrame, openForFrames } from '../support/page-in-frame.ts';
import { expect } from '../support/page-expect.ts';
import { MORE_ROUTES, PUBLIC_ROUTES } from '../support/routes.ts';
import { VERY_LONG } from '#backend-tests/support/slowness.ts';

const journey = setUpJourney({ sampleContent: true });
let page: Page;
beforeAll(async () => {
  page = await openForFrames(journey);
});

const WIDTHS = Array.from({ length: 81 }, (_, step) => 320 + 20 * step);
const TERM_WIDTHS = [320, 360, 375, 390, 412, 480, 600, 768, 900, 1024, 1100, 1280];
/** The widths with the two layouts of each part. */
const RESTYLED_WIDTHS = [375, 1280];
/** Shorter words are broken only where a column is narrower than any of the site. */
const LETTERS = 6;

/**
 * Finds the lines of text that lie over other text, the words and figures that are broken without a hyphen, and those that a
 * box or the window cuts. Carousels scroll, and what they hide is not cut.
 */
function prepareFaults({ letters }: { letters: number }): () => string[] {
  type Line = { text: string; block: Element; box: DOMRect };
  const longWords = new RegExp(`\\p{L}{${letters},}|\\d+[°%+]`, 'gu');
  const texts: { node: Text; text: string; parent: Element; block: Element; words: RegExpExecArray[] }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const parent = node.parentElement;
    const text = node.data.trim().slice(0, 40);
    if (!parent || !text || parent.closest('script, style, noscript, .sr-only, .robot-trap, .carousel__viewport'))
      continue;
    const block =
      parent.closest('p, li, h1, h2, h3, h4, td, th, dd, dt, a, button, figcaption, blockquote, label') ?? parent;
    texts.push({ node, text, parent, block, words: [...node.data.matchAll(longWords)] });
  }
  /** A label outside the part of a map that is shown, or words for screen readers, are not seen at all. */
  const isSeenIn = (edges: DOMRect | undefined) => (box: DOMRect) =>
    !edges || (edges.width > 1 && box.left < edges.right && box.right > edges.left && box.top < edges.bottom);
  const range = document.createRange();
  // Letters fill the middle of their line.
  const middle = ({ top, height }: DOMRect) => [top + height * 0.3, top + height * 0.75] as const;
  return () => {
    const faults: string[] = [];
    const lines: Line[] = [];
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
    for (const { node, text, parent, block, words } of texts) {
      if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      range.selectNodeContents(node);
      const all = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      const hider = hiderOf(parent);
      if (hider === 'scrolls') continue;
      const edges = hider?.getBoundingClientRect();
      const end = parent.closest('.clamp')?.getBoundingClientRect().bottom ?? Infinity;
      // The lines after the last of a clamped text are not seen.
      const boxes = all.filter(({ top, height }) => top + height / 2 < end).filter(isSeenIn(edges));
      for (const box of boxes) {
        const isOut = box.left < -1 || box.right > innerWidth + 1;
        const isCut = edges && (box.left < edges.left - 1 || box.right > edges.right + 1);
        if (isOut || isCut) faults.push(`cut: ${text}`);
        lines.push({ text, block, box });
      }
      if (boxes.length < 2) continue;
      for (const { 0: word, index } of words) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = new Set(
          [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
        );
        if (tops.size > 1) faults.push(`broken: ${word}`);
      }
    }
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
  };
}

/** Finds the terms that are laid out on more than one line. */
function prepareBroken(terms: string[]): () => string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  // A term may be in several text nodes: its own span, and those of its neighbours.
  const blocks = new Map<Element, { text: string; nodes: { node: Text; from: number }[] }>();
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const block = node.parentElement?.closest(
      'p, li, h1, h2, h3, h4, td, th, dd, dt, a, span, figcaption, blockquote, b',
    );
    if (!block || block.closest('script, style, svg, .sr-only, [hidden]')) continue;
    const known = blocks.get(block) ?? { text: '', nodes: [] };
    known.nodes.push({ node, from: known.text.length });
    known.text += node.data;
    blocks.set(block, known);
  }
  const ranges: { term: string; range: Range }[] = [];
  for (const { text, nodes } of blocks.values()) {
    for (const term of terms) {
      for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
        const place = (offset: number) => nodes.findLast(({ from }) => from <= offset);
        const [first, last] = [place(at), place(at + term.length - 1)];
        if (!first || !last) continue;
        const range = document.createRange();
        range.setStart(first.node, at - first.from);
        range.setEnd(last.node, at + term.length - last.from);
        ranges.push({ term, range });
      }
    }
  }
  const isBroken = ({ range }: { range: Range }) => {
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
    return new Set(boxes.map(({ top }) => Math.round(top))).size > 1;
  };
  return () => ranges.filter(isBroken).map(({ term }) => term);
}

/** Finds the terms whose element a stylesheet takes for another one: as a box of its own beside text, or with other type. */
function prepareRestyled(): () => string[] {
  const isRestyled = (term: Element) => {
    const parent = term.parentElement;
    if (!parent) return false;
    const [own, around] = [getComputedStyle(term), getComputedStyle(parent)];
    const isBox = own.display !== 'inline' && parent.textContent !== term.textContent;
    const hasText = [...parent.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim());
    return (isBox && hasText) || own.color !== around.color || own.fontSize !== around.fontSize;
  };
  const terms = [...document.querySelectorAll('no-break')];
  return () => terms.filter(isRestyled).map((term) => term.parentElement?.outerHTML.slice(0, 160) ?? '');
}

/** The terms of the page that are broken, or around which the text is not laid out as without them. */
async function findBrokenTerms(frame: Frame): Promise<unknown[]> {
  const text = await frame.evaluate(() => document.body.innerText);
  const lines = text.split('\n').filter((line) => /[-\d]/.test(line));
  const terms = new Set(lines.flatMap(splitAtTerms).flatMap((part) => (part.isKept ? [part.text] : [])));
  const broken = await findAtWidths(frame, TERM_WIDTHS, prepareBroken, [...terms]);
  const restyled = await findAtWidths(frame, RESTYLED_WIDTHS, prepareRestyled, null);
  return [...broken.flatMap((found, index) => found.map((term) => [TERM_WIDTHS[index], term])), ...restyled.flat()];
}

test.each([...PUBLIC_ROUTES, ...MORE_ROUTES])(
  'on %s no text lies over other text, and no word and no term such as "FC-GPR" is cut, from 320 to 1920 px',
  async (path) => {
    const frame = await loadInFrame(page, path);
    expect(await findBrokenTerms(frame)).toEqual([]);
    /** The first and the last width of each. */
    const faults = new Map<string, [number, number]>();
    for (const [index, found] of (await findAtWidths(frame, WIDTHS, prepareFaults, { letters: LETTERS })).entries()) {
      const width = WIDTHS[index] ?? 0;
      for (const fault of found) faults.set(fault, [faults.get(fault)?.[0] ?? width, width]);
    }
    expect(Object.fromEntries(faults)).toEqual({});
  },
);

test('no term such as "24 hours" is broken in another post of the sample content', VERY_LONG, async () => {
  const { data } = await journey.app.service.from('blog_posts').select('slug').eq('status', 'published').throwOnError();
  for (const path of data.map(({ slug }) => `/blog/${slug}`).filter((one) => !PUBLIC_ROUTES.includes(one)))
    expect(await findBrokenTerms(await loadInFrame(page, path)), path).toEqual([]);
});
