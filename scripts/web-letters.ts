const span = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i));

/** What English text uses: ASCII, signs and typographic punctuation. Arrows are icons (`ui/icon.tsx`); rupees are written Rs or INR. */
export const BASIC_LETTERS = `${span(0x20, 0x7e)}\u00a0£§©«®°±²³·»¼½¾×–—‘’“”„…•−′″€™`;

/** Latin-1: the basic letters, and the accented ones of other languages. */
const LATIN = Array.from(span(0xa1, 0xff));
export const ACCENTED_LETTERS = LATIN.filter((letter) => !BASIC_LETTERS.includes(letter)).join('');

export const LETTERS = BASIC_LETTERS + ACCENTED_LETTERS;
