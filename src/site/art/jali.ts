import { radians, writePath, type Point } from './geometry.ts';

/**
 * The lattice, by "polygons in contact" (E. H. Hankin, 1925; C. S. Kaplan, 2005): octagons and squares tile the plane.
 * From the middle of every edge two rays leave at the contact angle; where they meet the rays of the neighbouring edge
 * (depth 1), the edge after it (2) or the next (3), they turn. Angle and depth alone give every lattice of the site.
 */
export type Lattice = {
  /** Degrees between a ray and its edge. */
  angle: number;
  depth: 1 | 2 | 3;
};

export const DEFAULT_LATTICE: Lattice = { angle: 67.5, depth: 2 };

type Ray = { from: Point; along: Point };
type Polygon = { centre: Point; sides: number; apothem: number; phase: number };

function meet(a: Ray, b: Ray): Point {
  const cross = a.along[0] * b.along[1] - a.along[1] * b.along[0];
  if (Math.abs(cross) < 1e-9) return [(a.from[0] + b.from[0]) / 2, (a.from[1] + b.from[1]) / 2];
  const t = ((b.from[0] - a.from[0]) * b.along[1] - (b.from[1] - a.from[1]) * b.along[0]) / cross;
  return [a.from[0] + t * a.along[0], a.from[1] + t * a.along[1]];
}

/** The two rays that leave the middle of each side: one to the left of its normal, one to the right. */
function raysOf({ centre, sides, apothem, phase }: Polygon, angle: number): { left: Ray; right: Ray }[] {
  const t = radians(angle);
  return Array.from({ length: sides }, (_, side) => {
    const f = radians(phase + (side * 360) / sides);
    const from: Point = [centre[0] + apothem * Math.cos(f), centre[1] + apothem * Math.sin(f)];
    const towards = (hand: 1 | -1): Point => [
      -Math.sin(t) * Math.cos(f) - hand * Math.cos(t) * Math.sin(f),
      -Math.sin(t) * Math.sin(f) + hand * Math.cos(t) * Math.cos(f),
    ];
    return { left: { from, along: towards(1) }, right: { from, along: towards(-1) } };
  });
}

/** The bent lines inside one polygon: from the middle of a side, to where its ray is met, to the side that met it. */
function linesIn(polygon: Polygon, { angle, depth }: Lattice): Point[][] {
  const rays = raysOf(polygon, angle);
  return rays.flatMap(({ left }, side) => {
    const other = rays[(side + depth) % rays.length];
    return other ? [[left.from, meet(left, other.right), other.right.from]] : [];
  });
}

const octagonAt = (centre: Point, size: number): Polygon => ({ centre, sides: 8, apothem: size / 2, phase: 0 });
const squareAt = (centre: Point, size: number): Polygon => ({
  centre,
  sides: 4,
  apothem: size / (1 + Math.SQRT2) / 2,
  phase: 45,
});

/** One repeat of the lattice, `size` wide, as path data: the octagon in the middle, a quarter square in each corner. */
export function drawRepeat(size: number, lattice: Lattice = DEFAULT_LATTICE, digits = 1): string {
  const corners: Point[] = [
    [0, 0],
    [size, 0],
    [0, size],
    [size, size],
  ];
  const octagon = linesIn(octagonAt([size / 2, size / 2], size), lattice);
  const squares = corners.flatMap((corner) => linesIn(squareAt(corner, size), { ...lattice, depth: 1 }));
  return [...octagon, ...squares].map((line) => writePath(line, { digits })).join('');
}

/** The opening in the middle of an octagon whose lattice has depth 1: a star, or near 90 degrees a disc. */
export function drawOpening(centre: Point, size: number, angle: number): string {
  const outline = linesIn(octagonAt(centre, size), { angle, depth: 1 }).flatMap(([from, turn]) =>
    from && turn ? [from, turn] : [],
  );
  return writePath(outline, { close: true });
}
