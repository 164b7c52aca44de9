import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One style of a typeface, in thousandths of its size: advance width and outline of each glyph, and kerning of pairs.
 */
export type Cut = { glyphs: Record<string, [advance: number, outline: string]>; kerning: Record<string, number> };
export type Letters = { serif: Cut; sans: Cut };

/** The site's two typefaces as outlines, made by `scripts/make-letters.ts`. */
export const letters = JSON.parse(readFileSync(join(import.meta.dirname, 'letters.json'), 'utf8')) as Letters;
