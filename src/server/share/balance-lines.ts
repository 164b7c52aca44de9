/** A line may end after a space, which goes, or after a dash, which stays; a compound with a hyphen is one word. */
function piecesOf(text: string): string[] {
  return text.match(/[^\s–—/]+[–—/]?\s?|[–—/]\s?|\s/g) ?? [];
}

/**
 * Breaks a text into as few lines as fit into `width`, then makes the lines as even as they can be without one more.
 * `measure` gives the width of a piece of text. A single word that is too wide stands alone and stays too wide.
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
