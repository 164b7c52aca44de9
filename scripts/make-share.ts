/**
 * Draws the share image of pages without one of their own, 1200 × 630: `npm run write -- share`. The output is
 * committed. Chromium renders the text with the web fonts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { coverSource } from '#site/art/cover.ts';
import { INK, STONE_1, STONE_2, STONE_4 } from '#site/art/palette.ts';
import { drawArchMask, drawBayFrame, drawMark } from '#site/art/stonework.ts';
import { firm } from '#site/content/firm.ts';

const PUBLIC = join(import.meta.dirname, '../public');
const embed = (type: string, content: Buffer | string) =>
  `data:${type};base64,${Buffer.from(content).toString('base64')}`;
const font = (file: string) => embed('font/woff2', readFileSync(join(PUBLIC, 'fonts', file)));
const svg = (content: string) => embed('image/svg+xml', content);

const cover = coverSource({ slug: 'india-going-global', category_slug: 'foreign-trade-policy' });
const cities = firm.cities.map(({ name }) => name).join(', ');
const page = `<!doctype html><meta charset="utf-8"><style>
@font-face { font-family: serif-cut; src: url(${font('newsreader-display-basic.woff2')}); }
@font-face { font-family: sans-cut; src: url(${font('hanken-grotesk-basic.woff2')}); font-weight: 400 700; }
* { margin: 0; box-sizing: border-box; }
body { width: 1200px; height: 630px; position: relative; overflow: hidden; background: ${STONE_2}; color: ${INK}; }
h1 { position: absolute; left: 64px; top: 52px; font: 400 136px/.92 serif-cut; letter-spacing: -.035em; }
h1 span { display: block; }
hr { position: absolute; left: 64px; width: 608px; bottom: 132px; border: 0; border-top: 1px solid ${INK}; }
p { position: absolute; left: 64px; bottom: 60px; display: flex; align-items: center; gap: 20px; font: 500 24px/1.3 sans-cut; }
p img { width: 40px; height: 48px; }
.window { position: absolute; right: 64px; bottom: 0; width: 416px; }
.bay { position: relative; aspect-ratio: 4 / 5; background: url(${svg(drawBayFrame())}) center / 100% 100%; }
.bay img { position: absolute; inset: 11.2% 9% 0; width: 82%; height: 88.8%; object-fit: cover; mask: url(${svg(drawArchMask())}) center / 100% 100%; }
.sill { height: 20px; border: solid ${INK}; border-width: 1px 0; background: linear-gradient(${STONE_4} 0 7px, transparent 7px 8px, ${STONE_1} 8px); }
</style><h1>${firm.name
  .split(' ')
  .map((word) => `<span>${word}</span>`)
  .join('')}</h1><hr>
<p><img src="${svg(drawMark())}" alt="">${cities}</p>
<div class="window"><div class="bay"><img src="${cover}" alt=""></div><div class="sill"></div></div>`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
try {
  const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await tab.setContent(page, { waitUntil: 'load' });
  await tab.evaluate(() => document.fonts.ready);
  const png = await sharp(await tab.screenshot())
    .png({ palette: true, quality: 90, compressionLevel: 9 })
    .toBuffer();
  writeFileSync(join(PUBLIC, 'art/share.png'), png);
  console.log('public/art/share.png', png.length, 'bytes');
} finally {
  await browser.close();
}
