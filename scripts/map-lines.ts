import { writeNumbers, writePath, type Point } from '#site/art/geometry.ts';

type Weight = (point: Point) => number;

const triangle = (a: Point, b: Point, c: Point) =>
  Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;

/** Visvalingam's simplification: removes the point with the smallest triangle, until all are at least `least`. */
export function simplify(line: readonly Point[], least: number, weight: Weight = () => 1): Point[] {
  const kept = [...line];
  while (kept.length >= 4) {
    let [at, smallest] = [-1, least];
    for (let i = 1; i < kept.length - 1; i += 1) {
      const [a, b, c] = [kept[i - 1], kept[i], kept[i + 1]];
      if (!a || !b || !c) continue;
      const area = triangle(a, b, c) * weight(b);
      if (area < smallest) [at, smallest] = [i, area];
    }
    if (at < 0) break;
    kept.splice(at, 1);
  }
  return kept;
}

/** A closed ring in whole units. */
export function writeRing(ring: readonly Point[]): string {
  const whole = ring.map(([x, y]): Point => [Math.round(x), Math.round(y)]);
  const moved = whole.filter(([x, y], i) => i === 0 || x !== whole[i - 1]?.[0] || y !== whole[i - 1]?.[1]);
  return writePath(moved, { digits: 0, close: true });
}

/** A smooth curve through the points: a Catmull-Rom spline, written as relative cubics. */
export function smooth(points: readonly Point[], digits = 1): string {
  const scale = 10 ** digits;
  const p = points.map(([x, y]): Point => [Math.round(x * scale) / scale, Math.round(y * scale) / scale]);
  const cubics = p.slice(0, -1).map((b, i) => {
    const c = p[i + 1] ?? b;
    const a = p[i - 1] ?? b;
    const d = p[i + 2] ?? c;
    const bend = [
      (c[0] - a[0]) / 6,
      (c[1] - a[1]) / 6,
      c[0] - (d[0] - b[0]) / 6 - b[0],
      c[1] - (d[1] - b[1]) / 6 - b[1],
    ];
    return `c${writeNumbers([...bend, c[0] - b[0], c[1] - b[1]], digits)}`;
  });
  return `M${writeNumbers(p[0] ?? [0, 0], digits)}${cubics.join('')}`;
}
