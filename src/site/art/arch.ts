import { writeNumbers, type Point } from './geometry.ts';

/**
 * A two-centred pointed arch, its line broken into shallow foils that grow towards the crown; the crown is an ogee.
 */
export type ArchShape = {
  /** On each side: three make the seven-foil arch, four the nine-foil one. */
  foils: number;
  /** Radius of the arch, as a part of its width. */
  reach?: number;
  /** Depth of a foil, as a part of its chord. */
  sag?: number;
  /** White space left and right, as a part of the width. */
  margin?: number;
};

export const SEVEN_FOILS: ArchShape = { foils: 3 };
export const NINE_FOILS: ArchShape = { foils: 4, sag: 0.21, reach: 0.58 };

/** How much wider each foil is than the one below it, how wide the crown is, and how high its tip is. */
const GROWTH = 1.12;
const CROWN = 1.5;
const TIP = 0.07;

type Box = { x?: number; y?: number; width: number; height: number };
type Cusp = Point;

/** The points between the foils, from the spring line to the crown, on the left side. */
function cuspsOf(shape: ArchShape, { width, height }: Box): Cusp[] {
  const { foils, reach = 0.6, margin = 0.022 } = shape;
  const clear = width - 2 * margin * width;
  const radius = reach * clear;
  const centre = margin * width + radius;
  const end = Math.acos((radius - clear / 2) / radius);
  const spring = TIP * height + radius * Math.sin(end);
  const parts = Array.from({ length: foils }, (_, foil) => GROWTH ** foil);
  const total = parts.reduce((sum, part) => sum + part, 0) + (CROWN * GROWTH ** foils) / 2;
  const angles = parts.map((_, foil) => (end * parts.slice(0, foil + 1).reduce((sum, part) => sum + part, 0)) / total);
  return [0, ...angles].map((a) => [centre - radius * Math.cos(a), spring - radius * Math.sin(a)]);
}

function foilRadius(a: Cusp, b: Cusp, sag: number): number {
  const chord = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const depth = chord * sag;
  return ((chord * chord) / 4 + depth * depth) / (2 * depth);
}

/** Path data of an arch in a box, from the bottom edge of the box. */
export function drawArch(box: Box, shape: ArchShape = SEVEN_FOILS, digits = 1): string {
  const { x = 0, y = 0, width, height } = box;
  const { sag = 0.2, margin = 0.022 } = shape;
  const left = cuspsOf(shape, box);
  const mirror = ([px, py]: Point): Point => [width - px, py];
  const at = (...points: Point[]) => points.map(([px, py]) => writeNumbers([px + x, py + y], digits)).join(' ');
  const arc = (from: Cusp, to: Cusp) => {
    const radius = writeNumbers([foilRadius(from, to, sag)], digits);
    return `A${radius} ${radius} 0 0 1 ${at(to)}`;
  };
  const arcs = (cusps: Cusp[]) =>
    cusps
      .slice(1)
      .map((to, i) => arc(cusps[i] ?? to, to))
      .join('');
  const last = left.at(-1) ?? [0, 0];
  const run = width / 2 - last[0];
  const rise: Point = [last[0] + run * 0.02, last[1] * 0.4];
  const curl: Point = [width / 2 - run * 0.1, last[1] * 0.36];
  const right = left.map(mirror).toReversed();
  const ogee = `C${at(rise, curl, [width / 2, 0])}C${at(mirror(curl), mirror(rise), mirror(last))}`;
  return `M${at([margin * width, height])}L${at(left[0] ?? [0, height])}${arcs(left)}${ogee}${arcs(right)}L${at([width - margin * width, height])}Z`;
}

/** The moulding round an arch: the same shape, grown by `by` on the sides and more at the top. */
export function drawRing(box: Required<Box>, by: number, shape: ArchShape = SEVEN_FOILS): string {
  const up = by * 1.35;
  return drawArch({ x: box.x - by, y: box.y - up, width: box.width + 2 * by, height: box.height + up }, shape);
}
