/**
 * Draws the artwork that does not depend on content: `npm run write -- art`. The output is committed. Pictures for
 * stylesheets, and small ones of pages, go to `src/site/art/drawn`, where the bundler may inline them; pictures with a URL go to `public`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { drawJharokha, drawJharokhaInside } from '#site/art/jharokha.ts';
import { PAPER } from '#site/art/palette.ts';
import * as stonework from '#site/art/stonework.ts';

const ROOT = join(import.meta.dirname, '..');
const DRAWN = 'src/site/art/drawn';

function save(path: string, content: string | Buffer): void {
  const file = join(ROOT, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? `${content}\n` : content);
  console.log(path.padEnd(36), content.length, 'bytes');
}

const render = (svg: string, side: number) =>
  sharp(Buffer.from(svg), { density: 600 }).resize(side, side).png({ palette: true, compressionLevel: 9 }).toBuffer();

/** An .ico file that holds one PNG (the form that every browser since Windows Vista reads). */
function wrapIco(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(side, 6);
  head.writeUInt8(side, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

save(`${DRAWN}/jali.svg`, stonework.drawHairline());
save(`${DRAWN}/frieze.svg`, stonework.drawFrieze());
save(`${DRAWN}/rail.svg`, stonework.drawRail());
save(`${DRAWN}/bay.svg`, stonework.drawBayFrame());
save(`${DRAWN}/arch-mask.svg`, stonework.drawArchMask());
save('public/art/jharokha.svg', drawJharokha());
save('public/art/jharokha-inside.svg', drawJharokhaInside());
save('public/art/jali-lost.svg', stonework.drawLostWall());
save('public/art/bay-unlit.svg', stonework.drawUnlitBay());
save(`${DRAWN}/mark.svg`, stonework.drawMark());
save('public/favicon.svg', stonework.drawIcon(0));
save('public/favicon.ico', wrapIco(await render(stonework.drawIcon(0), 32), 32));
save('public/apple-touch-icon.png', await render(stonework.drawIcon(0.16, PAPER), 180));
for (const side of [192, 512]) save(`public/icon-${side}.png`, await render(stonework.drawIcon(0.2, PAPER), side));
