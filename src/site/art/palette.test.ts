import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as palette from './palette.ts';

const tokens = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8');

test.each([
  ['ink', palette.INK],
  ['paper', palette.PAPER],
  ['marigold', palette.MARIGOLD],
  ['stone-1', palette.STONE_1],
  ['stone-2', palette.STONE_2],
  ['stone-3', palette.STONE_3],
  ['stone-4', palette.STONE_4],
])('drawings and stylesheets agree on %s', (token, colour) => {
  expect(tokens).toContain(`--color-${token}: ${colour};`);
});

/** Relative luminance and contrast, WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}
const colourOf = (token: string) => new RegExp(`--color-${token}: (#\\w{6});`).exec(tokens)?.[1] ?? '';

test.each([
  ['ink', 'paper', 7],
  ['ink', 'stone-2', 7],
  ['ink', 'stone-4', 7],
  ['ink-soft', 'paper', 7],
  ['ink-soft', 'stone-2', 4.5],
  ['on-ink', 'ink', 7],
  ['on-ink-soft', 'ink', 7],
  ['on-ink-soft', 'ink-deep', 7],
  ['ink-deep', 'marigold', 4.5],
  ['marigold', 'ink', 4.5],
  ['marigold-text', 'paper', 4.5],
  ['marigold-text', 'stone-2', 4.5],
  ['brick', 'paper', 7],
  ['brick', 'stone-2', 4.5],
  ['moss', 'paper', 4.5],
  ['moss', 'stone-2', 4.5],
  ['marigold-line', 'paper', 3],
  ['marigold-line', 'stone-2', 3],
])('%s on %s has a contrast of at least %d', (front, back, least) => {
  expect(contrast(colourOf(front), colourOf(back))).toBeGreaterThanOrEqual(least);
});
