const span = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i));

/** Latin-1 and typographic punctuation. Arrows are icons (`ui/icon.tsx`); rupees are written Rs or INR. */
export const LETTERS = `${span(0x20, 0x7e)}${span(0xa0, 0xff)}–—‘’“”„…•−′″€™`;
