/**
 * Converts the letters of the share images to outlines: `npm run write -- letters`. The output is committed. The
 * server uses only these, so the fonts and libraries of the machine do not matter.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Blob, Face, Feature, Font, Buffer as TextBuffer, shape } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import type { Cut, Letters } from '#server/share/set-type.ts';
import { LETTERS } from './web-letters.ts';

const FILE = join(import.meta.dirname, '../src/server/share/letters.json');
const UNITS = 1000;
/** Smaller corrections are under a pixel in the largest title. */
const MIN_KERNING = 8;

const sourceOf = (path: string) => createRequire(import.meta.url).resolve(`@fontsource-variable/${path}`);

async function drawCut(source: string, variationAxes: Record<string, number>): Promise<Cut> {
  const file = await subsetFont(readFileSync(sourceOf(source)), LETTERS, { targetFormat: 'truetype', variationAxes });
  const font = new Font(new Face(new Blob(Uint8Array.from(file).buffer), 0));
  font.setScale(UNITS, UNITS);
  const glyphs: Cut['glyphs'] = {};
  for (const letter of new Set(LETTERS)) {
    const id = font.nominalGlyph(letter.codePointAt(0) ?? 0);
    if (id === undefined) continue;
    const outline = font.glyphToPath(id).replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number))));
    glyphs[letter] = [font.glyphHAdvance(id), outline];
  }
  return { glyphs, kerning: readKerning(font, Object.keys(glyphs)) };
}

/** The kerning of two letters; ligatures are ignored. */
function readKerning(font: Font, letters: readonly string[]): Cut['kerning'] {
  const noLigatures = [Feature.fromString('-liga'), Feature.fromString('-clig')].filter(
    (feature) => feature !== undefined,
  );
  const advance = (text: string) => {
    const buffer = new TextBuffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    shape(font, buffer, noLigatures);
    return buffer.getGlyphPositions()[0]?.xAdvance ?? 0;
  };
  const kerning: Cut['kerning'] = {};
  for (const left of letters) {
    const alone = advance(left);
    for (const right of letters) {
      const closer = advance(left + right) - alone;
      if (Math.abs(closer) >= MIN_KERNING) kerning[left + right] = closer;
    }
  }
  return kerning;
}

const letters: Letters = {
  serif: await drawCut('newsreader/files/newsreader-latin-opsz-normal.woff2', { opsz: 72, wght: 400 }),
  sans: await drawCut('hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2', { wght: 600 }),
};
const json = JSON.stringify(letters);
writeFileSync(FILE, `${json}\n`);
console.log('src/server/share/letters.json', json.length, 'bytes');
