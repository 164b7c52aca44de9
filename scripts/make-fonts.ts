/**
 * Subsets the two web fonts from the Fontsource variable files (SIL Open Font License, no reserved names): `node
 * scripts/make-fonts.ts`. The output is committed. Newsreader's optical-size axis makes the whole file 132 kB; headings
 * need only the largest optical size in regular weight. Hanken Grotesk keeps its weight axis, 400 to 700. Each is cut in
 * two, so that a page without accented letters loads half. Browsers keep a font for a year (server/pages/static-files.ts),
 * so other content needs another file name.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { ACCENTED_LETTERS, BASIC_LETTERS } from './web-letters.ts';

const FONTS = join(import.meta.dirname, '../public/fonts');
const sourceOf = (path: string) => createRequire(import.meta.url).resolve(`@fontsource-variable/${path}`);

const CUTS = [
  {
    file: 'newsreader-display',
    source: 'newsreader/files/newsreader-latin-opsz-normal.woff2',
    licence: 'newsreader/LICENSE',
    variationAxes: { opsz: 72, wght: 400 },
  },
  {
    file: 'hanken-grotesk',
    source: 'hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    licence: 'hanken-grotesk/LICENSE',
    variationAxes: { wght: { min: 400, max: 700 } },
  },
];

/** The parts of a font. `styles/fonts.css` has the letters of each as `unicode-range`, which this program prints. */
const PARTS = { basic: BASIC_LETTERS, accented: ACCENTED_LETTERS };

mkdirSync(FONTS, { recursive: true });
for (const { file, source, licence, variationAxes } of CUTS) {
  for (const [part, letters] of Object.entries(PARTS)) {
    const font = await subsetFont(readFileSync(sourceOf(source)), letters, { targetFormat: 'woff2', variationAxes });
    const name = `${file}-${part}.woff2`;
    writeFileSync(join(FONTS, name), font);
    console.log(name.padEnd(34), font.length, 'bytes');
  }
  copyFileSync(sourceOf(licence), join(FONTS, `${file}-OFL.txt`));
}
for (const [part, letters] of Object.entries(PARTS)) console.log(`${part}: ${rangeOf(letters)}`);

/** The letters as a `unicode-range` of CSS. */
function rangeOf(letters: string): string {
  const codes = Array.from(letters, (letter) => letter.codePointAt(0) ?? 0).toSorted((a, b) => a - b);
  const runs: [from: number, to: number][] = [];
  for (const code of codes) {
    const last = runs.at(-1);
    if (last && code === last[1] + 1) last[1] = code;
    else runs.push([code, code]);
  }
  const hex = (code: number) => code.toString(16);
  return runs.map(([from, to]) => `U+${from === to ? hex(from) : `${hex(from)}-${hex(to)}`}`).join(', ');
}
