import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawJharokha, drawJharokhaInside } from './jharokha.ts';
import * as stonework from './stonework.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8').trim();

test.each([
  ['src/site/art/drawn/jali.svg', stonework.drawHairline],
  ['src/site/art/drawn/frieze.svg', stonework.drawFrieze],
  ['src/site/art/drawn/rail.svg', stonework.drawRail],
  ['src/site/art/drawn/bay.svg', stonework.drawBayFrame],
  ['src/site/art/drawn/arch-mask.svg', stonework.drawArchMask],
  ['public/art/jharokha.svg', drawJharokha],
  ['public/art/jharokha-inside.svg', drawJharokhaInside],
  ['public/art/jali-lost.svg', stonework.drawLostWall],
  ['public/art/bay-unlit.svg', stonework.drawUnlitBay],
  ['src/site/art/drawn/mark.svg', stonework.drawMark],
])('%s is what the code draws', (path, draw) => {
  expect(read(path)).toBe(draw());
});

test('the drawings in art/drawn are small enough to be inlined', () => {
  for (const name of ['jali', 'frieze', 'rail', 'bay', 'arch-mask', 'mark']) {
    expect(read(`src/site/art/drawn/${name}.svg`).length).toBeLessThan(2048);
  }
});
