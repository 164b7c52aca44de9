import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SITE = join(import.meta.dirname, '..');
const files = readdirSync(SITE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
const read = (file: string) => readFileSync(join(SITE, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');

/** Tablet, small desktop, full header, wide, editor with preview; and a phone with a large font (README.md). */
const WIDTHS = ['48rem', '64rem', '68.75rem', '80rem', '90rem', '16rem'];

const STEPS = new Set([...read('styles/tokens.css').matchAll(/--space-\d+: (\d+px);/g)].map(([, step]) => step));

test('media queries name no width but the breakpoints', () => {
  expect(files.length).toBeGreaterThan(10);
  const others = files.flatMap((file) =>
    [...read(file).matchAll(/@media ([^{]*)\{/g)]
      .flatMap(([, condition = '']) => condition.match(/[\d.]+(?:px|r?em)(?=[^)]*\))/g) ?? [])
      .filter((width) => !WIDTHS.includes(width) && width !== '31rem')
      .map((width) => `${file}: ${width}`),
  );
  expect(others).toEqual([]);
});

test('margins, paddings and gaps use the steps of the scale by their names', () => {
  expect(STEPS.size).toBe(15);
  const raw = files
    .filter((file) => !/print|tokens/.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/^\s*(?:margin|padding|(?:row-|column-)?gap)[a-z-]*: ([^;]*);/gm)].flatMap(
        ([line, value = '']) =>
          (value.match(/(?<![\w.-])\d+px/g) ?? [])
            .filter((length) => STEPS.has(length))
            .map(() => `${file}: ${line.trim()}`),
      ),
    );
  expect(raw).toEqual([]);
});
