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
