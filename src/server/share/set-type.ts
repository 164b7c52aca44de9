import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One style of a typeface, in thousandths of its size: advance width and outline of each glyph, and kerning of pairs.
 */
export type Cut = { glyphs: Record<string, [advance: number, outline: string]>; kerning: Record<string, number> };
export type Letters = { serif: Cut; sans: Cut };

/** The site's two typefaces as outlines, made by `scripts/make-letters.ts`. */
const letters = JSON.parse(readFileSync(join(import.meta.dirname, 'letters.json'), 'utf8')) as Letters;

type Face = keyof typeof letters;
type Style = { face: Face; size: number; /** In parts of the size. */ tracking: number };

const UNITS = 1000;
/** Characters that the typefaces lack, and replacements that read the same. */
const SAME: Record<string, string> = { '₹': 'Rs ', '→': '–', '‑': '-', '\u2009': ' ', '\u202f': ' ', '″': '"' };

/** The typefaces have glyphs for code points, not for grapheme clusters. */
const lettersOf = (text: string) => Array.from(text);

/** The text in characters of the typefaces: white space collapsed, some characters replaced, pictographs removed. */
export function settable(text: string): string {
  const composed = text
    .normalize('NFC')
    .replace(/[\p{Extended_Pictographic}\u{fe0f}\u{200b}-\u{200d}\u{ad}]/gu, (sign) =>
      sign in letters.serif.glyphs ? sign : '',
    );
  return lettersOf(composed)
    .map((letter) => SAME[letter] ?? letter)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whether the typeface has all characters of the text. */
export function canBeSet(text: string, face: Face): boolean {
  return lettersOf(text).every((letter) => letter in letters[face].glyphs);
}

/** The position of each character in pixels from the start of the line, and the total width. */
function place(text: string, { face, size, tracking }: Style): { at: number[]; width: number } {
  const cut: Cut = letters[face];
  const at: number[] = [];
  let x = 0;
  const line = lettersOf(text);
  for (const [index, letter] of line.entries()) {
    at.push((x * size) / UNITS);
    const kerning = cut.kerning[letter + (line[index + 1] ?? '')] ?? 0;
    x += (cut.glyphs[letter]?.[0] ?? 0) + kerning + tracking * UNITS;
  }
  return { at, width: (x * size) / UNITS };
}

/** The width of a line of text in pixels. */
export function widthOf(text: string, style: Style): number {
  return place(text, style).width;
}

/** Draws a line of text as SVG outlines, with its start at `x` and its baseline at `y`. */
export function setLine(text: string, style: Style, x: number, y: number): string {
  const { at } = place(text, style);
  const scale = style.size / UNITS;
  const outlines = lettersOf(text).map((letter, index) => {
    const outline = letters[style.face].glyphs[letter]?.[1];
    return outline ? `<path transform="translate(${((at[index] ?? 0) / scale).toFixed(0)})" d="${outline}"/>` : '';
  });
  return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${outlines.join('')}</g>`;
}

/** Lines break after a space, which is dropped, or after a dash, which stays; compounds with a hyphen do not break. */
function piecesOf(text: string): string[] {
  return text.match(/[^\s–—/]+[–—/]?\s?|[–—/]\s?|\s/g) ?? [];
}

/**
 * Breaks a text into the fewest lines that fit `width`, then makes them as even as possible. `measure` returns the
 * width of a text. A word that is too wide has a line of its own.
 */
export function balanceLines(text: string, width: number, measure: (text: string) => number): string[] {
  const pieces = piecesOf(text);
  const fill = (limit: number): string[] => {
    const lines: string[] = [];
    for (const piece of pieces) {
      const longer = (lines.at(-1) ?? '') + piece;
      if (lines.length > 0 && measure(longer.trimEnd()) <= limit) lines[lines.length - 1] = longer;
      else lines.push(piece);
    }
    return lines.map((line) => line.trim());
  };
  const fewest = fill(width);
  let [tooNarrow, enough] = [0, width];
  while (enough - tooNarrow > 1) {
    const middle = (tooNarrow + enough) / 2;
    if (fill(middle).length === fewest.length) enough = middle;
    else tooNarrow = middle;
  }
  return fill(enough);
}
