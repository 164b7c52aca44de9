export type Point = readonly [x: number, y: number];

export const radians = (degrees: number) => (degrees * Math.PI) / 180;

const rounded = (n: number, digits: number) => Number(n.toFixed(digits)) || 0;

/** Numbers in the shortest form SVG allows: a minus sign separates two numbers, so no space is needed before it. */
export function writeNumbers(numbers: readonly number[], digits = 1): string {
  return numbers
    .map((n) => String(rounded(n, digits)).replace(/^(-?)0\./, '$1.'))
    .join(' ')
    .replaceAll(' -', '-');
}

/** Line segments as path data, each point relative to the one before, so that most numbers are short. */
export function writePath(points: readonly Point[], { digits = 1, close = false } = {}): string {
  const [first, ...others] = points.map(([x, y]): Point => [rounded(x, digits), rounded(y, digits)]);
  if (!first) return '';
  let [x, y] = first;
  const steps = others.map((next) => {
    const step = writeNumbers([next[0] - x, next[1] - y], digits);
    [x, y] = next;
    return step;
  });
  return `M${writeNumbers(first, digits)}l${steps.join(' ').replaceAll(' -', '-')}${close ? 'z' : ''}`;
}
