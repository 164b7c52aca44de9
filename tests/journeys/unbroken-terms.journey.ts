import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { splitAtTerms } from '#site/ui/unbroken.tsx';
import { setUpJourney } from '../support/journey.ts';
import { PUBLIC_ROUTES } from '../support/routes.ts';

const journey = setUpJourney({ sampleContent: true });
const WIDTHS = [320, 360, 375, 390, 412, 480, 600, 768, 900, 1024, 1100, 1280];
/** The widths with the two layouts of each part. */
const RESTYLED_WIDTHS = [375, 1280];

type Broken = { width: number; term: string; path: string };

/** The texts of the page that have a term, each with the terms' places. */
async function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => document.body.innerText.split('\n').filter((line) => /[-\d]/.test(line)));
}

/** The terms that are laid out on more than one line. */
function findBroken(page: Page, terms: string[]): Promise<string[]> {
  return page.evaluate((wanted) => {
    const broken: string[] = [];
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
    for (const { text, nodes } of blocks.values()) {
      for (const term of wanted) {
        for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
          const place = (offset: number) => nodes.findLast(({ from }) => from <= offset);
          const [first, last] = [place(at), place(at + term.length - 1)];
          if (!first || !last) continue;
          const range = document.createRange();
          range.setStart(first.node, at - first.from);
          range.setEnd(last.node, at + term.length - last.from);
          const lines = new Set(
            [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
          );
          if (lines.size > 1) broken.push(term);
        }
      }
    }
    return broken;
  }, terms);
}

/** The terms whose element a stylesheet takes for another one: as a box of its own beside text, or with other type. */
function findRestyled(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isRestyled = (term: Element) => {
      const parent = term.parentElement;
      if (!parent) return false;
      const [own, around] = [getComputedStyle(term), getComputedStyle(parent)];
      const isBox = own.display !== 'inline' && parent.textContent !== term.textContent;
      const hasText = [...parent.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim());
      return (isBox && hasText) || own.color !== around.color || own.fontSize !== around.fontSize;
    };
    return [...document.querySelectorAll('no-break')]
      .filter(isRestyled)
      .map((term) => term.parentElement?.outerHTML.slice(0, 160) ?? '');
  });
}

test(
  'no term such as "FC-GPR" or "24 hours" is broken on a public page or in a sample post, and the text around it is laid out as without it',
  { timeout: 180_000 },
  async () => {
    const { data } = await journey.app.service
      .from('blog_posts')
      .select('slug')
      .eq('status', 'published')
      .throwOnError();
    const { page } = await journey.visit({ reducedMotion: true, javaScript: false });
    const found: Broken[] = [];
    for (const path of [...PUBLIC_ROUTES, ...data.map(({ slug }) => `/blog/${slug}`)]) {
      await page.goto(path);
      const terms = new Set(
        (await textsOf(page)).flatMap((text) => splitAtTerms(text).flatMap((part) => (part.isKept ? [part.text] : []))),
      );
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        for (const term of await findBroken(page, [...terms])) found.push({ width, term, path });
        if (RESTYLED_WIDTHS.includes(width)) expect(await findRestyled(page), path).toEqual([]);
      }
    }
    expect(found).toEqual([]);
  },
);
