import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawCard } from './draw-card.ts';

const CARD = { title: '', label: '', foot: 'F', cover: { slug: 'a', category_slug: 'customs-and-gst' } };
const FALLBACK = 'Sample Practice';

/** Outlines of letters; the cover and the frame have none that are moved by whole units alone. */
const lettersIn = (svg: string) => svg.match(/<path transform="translate\(-?\d+\)"/g)?.length ?? 0;

test('no letter of a title is left out', () => {
  const word = fc.stringMatching(/^[A-Za-z]{1,24}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 60 }), (words) => {
      const svg = drawCard({ ...CARD, title: words.join(' ') }, FALLBACK);
      expect(lettersIn(svg)).toBe(words.join('').length + 'F'.length);
    }),
    { numRuns: 30 },
  );
});

test('a short title is set larger than a long one', () => {
  const scaleOf = (title: string) => Number(/scale\(([\d.]+) /.exec(drawCard({ ...CARD, title }, FALLBACK))?.[1]);
  expect(scaleOf('About Us')).toBeGreaterThan(
    scaleOf('What a foreign parent should settle before its subsidiary signs'),
  );
});

test('a title in a script that the typefaces do not have is replaced by the name of the firm', () => {
  expect(drawCard({ ...CARD, title: 'आयात के नियम' }, FALLBACK)).toBe(drawCard({ ...CARD, title: FALLBACK }, FALLBACK));
});

test('pictographs are left out, rupee signs are replaced', () => {
  const drawn = (title: string) => drawCard({ ...CARD, title }, FALLBACK);
  expect(drawn('Duty paid 🎉 in ₹')).toBe(drawn('Duty paid in Rs'));
});

test('text of editors is escaped', () => {
  expect(drawCard({ ...CARD, title: '<script>&"', label: '<b>' }, FALLBACK)).not.toMatch(/<script|<b>/);
});
