export type Random = () => number;

/** A number from a text (FNV-1a), then a stream of numbers from that number (mulberry32): the same text, the same stream. */
export function randomFrom(text: string): Random {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
