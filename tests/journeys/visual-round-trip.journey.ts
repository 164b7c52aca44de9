import fc from 'fast-check';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { allowedDocument } from '../support/allowed-documents.ts';
import { bundleForPage } from '../support/visual-bundle.ts';

type Conversion = typeof import('#tests/support/visual-conversion.ts');

const DOCUMENTS = 1000;

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage();
  const script = await bundleForPage(
    new URL('../support/visual-conversion.ts', import.meta.url).pathname,
    'conversion',
  );
  await page.addScriptTag({ content: script });
});

afterAll(() => browser.close());

/** What the visual editor makes of each source. */
function convert(contents: string[]) {
  return page.evaluate((sources) => {
    const { convertContent } = (window as unknown as { conversion: Conversion }).conversion;
    return sources.map((source) => convertContent(source));
  }, contents);
}

test('a thousand allowed documents give the same page after the visual editor', async () => {
  const contents = fc.sample(allowedDocument, { numRuns: DOCUMENTS, seed: Date.now() });
  const results = await convert(contents);
  const changed = results.filter(({ isSame }) => !isSame);
  expect(changed.slice(0, 3)).toEqual([]);
  expect(results).toHaveLength(DOCUMENTS);
  expect(results.filter(({ elements }) => elements > 3).length).toBeGreaterThan(DOCUMENTS / 3);
});
