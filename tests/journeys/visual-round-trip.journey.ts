import fc from 'fast-check';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allowedDocument } from '../support/allowed-documents.ts';
import { loadModule } from '../support/bundle-for-browser.ts';
import { shareChromium } from '../support/journey.ts';

type Conversion = typeof import('#tests/support/visual-conversion.ts');

const DOCUMENTS = 1000;
// One seed in the suite; others by ROUND_TRIP_SEED.
const SEED = Number(process.env['ROUND_TRIP_SEED'] ?? 2026);

let page: Page;

beforeAll(async () => {
  page = await (await shareChromium()).newPage();
  await loadModule(page, 'tests/support/visual-conversion.ts', 'conversion');
});

afterAll(() => page.close());

/** What the visual editor makes of each source. */
function convert(contents: string[]) {
  return page.evaluate((sources) => {
    const { convertContent } = (window as unknown as { conversion: Conversion }).conversion;
    return sources.map((source) => convertContent(source));
  }, contents);
}

test('a heading row, a caption, two footnotes and a link to a heading are pasted as they were copied', async () => {
  const content =
    '<table><caption>Rates</caption><thead><tr><th scope="col">Tea</th></tr></thead><tbody><tr><td>5</td></tr></tbody></table>' +
    '<p>As<small data-footnote="">one</small><small data-footnote="">two</small> <a href="#rates">above</a></p>';
  const copied = await page.evaluate(
    (source) => (window as unknown as { conversion: Conversion }).conversion.copyContent(source),
    content,
  );
  expect(copied.replace(/>\n\s*</g, '><')).toBe(content);
});

test('a picture is opened whatever the order of its attributes, as WordPress and Ghost write them', async () => {
  const image = '<img width="4" height="3" src="/a.jpg" alt="A" loading="lazy" title="B">';
  const contents = [
    `<p>${image}</p>`,
    `<figure><a title="t" href="/b">${image}</a><figcaption>c</figcaption></figure>`,
  ];
  expect((await convert(contents)).map(({ isSame }) => isSame)).toEqual([true, true]);
});

test('a thousand allowed documents give the same page after the visual editor', async () => {
  const contents = fc.sample(allowedDocument, { numRuns: DOCUMENTS, seed: SEED });
  const results = await convert(contents);
  const changed = results.filter(({ isSame }) => !isSame);
  expect(changed.slice(0, 3)).toEqual([]);
  expect(results).toHaveLength(DOCUMENTS);
  expect(results.filter(({ elements }) => elements > 3).length).toBeGreaterThan(DOCUMENTS / 3);
});
