import type { Locator, Page } from 'playwright';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { pageWallFor } from '#site/art/cover.ts';
import { dataAddress } from '#site/art/data-address.ts';
import { type Light, LIGHTS } from '#site/art/daylight.ts';
import { drawClosingWall } from '#site/art/stonework.ts';
import { seedOf } from '#site/pages/page-seed.ts';
import type { PublicPath } from '#site/route-table.ts';
import { setUpJourney } from '../support/journey.ts';
import { afterChanges } from '../support/accessible-layout.ts';

const journey = setUpJourney({ sampleContent: true });
let page: Page;
beforeAll(async () => {
  ({ page } = await journey.visit());
});

const WIDTHS = [375, 768, 1100, 1280];
/** A page for each colour of wall, with the longest leads; one without a figure; and closing bands. */
const PLACES: readonly [path: PublicPath, section: string][] = [
  ['/services/customs-compliance', '.banner'],
  ['/services/rbi-fema-compliance', '.banner'],
  ['/services/quality-control', '.banner'],
  ['/services/navigating-india-toreign-trade', '.banner'],
  ['/about', '.banner'],
  ['/about', '.closing-call'],
  ['/services', '.closing-call'],
];
const MIN_CONTRAST = 4.5;

/** Shows the open page as it is in this light. */
async function light(path: PublicPath, hour: Light): Promise<void> {
  const walls = { banner: dataAddress(pageWallFor(seedOf(path), hour)), closing: dataAddress(drawClosingWall(hour)) };
  await page.evaluate(async (sources) => {
    const images = [...document.querySelectorAll<HTMLImageElement>('.banner__wall, .closing-call__wall')];
    for (const image of images) image.src = image.matches('.banner__wall') ? sources.banner : sources.closing;
    await Promise.all(images.map((image) => image.decode()));
  }, walls);
}

type Colour = readonly [number, number, number];
type Line = { text: string; colour: Colour; x: number; y: number; width: number; height: number };

/** The lines of text in a section, with their colours, relative to it. Then hides everything but the wall. */
function takeText(section: Locator): Promise<Line[]> {
  return section.evaluate((root) => {
    const at = root.getBoundingClientRect();
    const lines = [...root.querySelectorAll<HTMLElement>('h1, h2, .lead, li > *, .button--line')].flatMap((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const [r = 0, g = 0, b = 0] = (getComputedStyle(one).color.match(/[\d.]+/g) ?? []).map(Number);
      return [...range.getClientRects()].map(({ x, y, width, height }): Line => {
        return { text: one.textContent, colour: [r, g, b], x: x - at.x, y: y - at.y, width, height };
      });
    });
    root.querySelector<HTMLElement>('.wrap')?.style.setProperty('visibility', 'hidden');
    return lines;
  });
}

const LINEAR = Array.from({ length: 256 }, (_, value) =>
  value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4,
);

/** Relative luminance, WCAG 2.2. */
const luminance = (r = 0, g = 0, b = 0): number => 0.2126 * LINEAR[r]! + 0.7152 * LINEAR[g]! + 0.0722 * LINEAR[b]!;

/** The line of light text that has the lowest contrast with the lightest point behind it. */
async function worstLine(section: Locator, lines: readonly Line[]): Promise<{ contrast: number; text: string }> {
  const picture = sharp(await section.screenshot())
    .removeAlpha()
    .raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  const lightest = ({ x, y, width, height }: Line): number => {
    let highest = 0;
    const right = Math.min(info.width, Math.ceil(x + width));
    for (let row = Math.max(0, Math.floor(y)); row < Math.min(info.height, y + height); row += 1) {
      for (let column = Math.max(0, Math.floor(x)); column < right; column += 1) {
        const at = (row * info.width + column) * info.channels;
        highest = Math.max(highest, luminance(data[at], data[at + 1], data[at + 2]));
      }
    }
    return highest;
  };
  const measured = lines.map((line) => {
    return { text: line.text, contrast: (luminance(...line.colour) + 0.05) / (lightest(line) + 0.05) };
  });
  return measured.reduce((worst, one) => (one.contrast < worst.contrast ? one : worst));
}

/** Each place is measured in each light at one of the widths, and at each width some places are in each light. */
const lightsOf = (place: number, width: number) =>
  LIGHTS.filter((_, n) => n % WIDTHS.length === (place + width) % WIDTHS.length);

test.each([...PLACES.entries()].map(([place, [path, selector]]) => ({ place, path, selector })))(
  'text over the wall of $selector on $path has enough contrast in every light at every width',
  async ({ place, path, selector }) => {
    await page.goto(path);
    const section = page.locator(selector);
    await afterChanges(page);
    // The bar would lie over a section that is higher than the window.
    await page.locator('.site-header__bar').evaluate((bar: HTMLElement) => bar.style.setProperty('display', 'none'));
    for (const [n, width] of WIDTHS.entries()) {
      await page.setViewportSize({ width, height: width < 500 ? 812 : 900 });
      await section.scrollIntoViewIfNeeded();
      const texts = await takeText(section);
      for (const hour of lightsOf(place, n)) {
        await light(path, hour);
        const { contrast, text } = await worstLine(section, texts);
        expect.soft(contrast, `${hour} at ${width} px: ${text}`).toBeGreaterThanOrEqual(MIN_CONTRAST);
      }
      await section.locator('.wrap').evaluate((wrap: HTMLElement) => wrap.style.removeProperty('visibility'));
    }
  },
);
