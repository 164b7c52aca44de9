/**
 * Subsets the two web fonts from the Fontsource variable files (SIL Open Font License, no reserved names): `node
 * scripts/make-fonts.ts`. The output is committed. Newsreader's optical-size axis makes the whole file 132 kB; headings
 * need only the largest optical size in regular weight. Hanken Grotesk keeps its weight axis, 400 to 700. Browsers keep a
 * font for a year (src/server/static-files.ts), so other content needs another file name.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { LETTERS } from './web-letters.ts';

const FONTS = join(import.meta.dirname, '../public/fonts');
const sourceOf = (path: string) => createRequire(import.meta.url).resolve(`@fontsource-variable/${path}`);

const CUTS = [
  {
    file: 'newsreader-display-latin.woff2',
    source: 'newsreader/files/newsreader-latin-opsz-normal.woff2',
    licence: 'newsreader/LICENSE',
    variationAxes: { opsz: 72, wght: 400 },
  },
  {
    file: 'hanken-grotesk-latin.woff2',
    source: 'hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    licence: 'hanken-grotesk/LICENSE',
    variationAxes: { wght: { min: 400, max: 700 } },
  },
];

mkdirSync(FONTS, { recursive: true });
for (const { file, source, licence, variationAxes } of CUTS) {
  const font = await subsetFont(readFileSync(sourceOf(source)), LETTERS, { targetFormat: 'woff2', variationAxes });
  writeFileSync(join(FONTS, file), font);
  copyFileSync(sourceOf(licence), join(FONTS, file.replace('-latin.woff2', '-OFL.txt')));
  console.log(file.padEnd(34), font.length, 'bytes');
}
