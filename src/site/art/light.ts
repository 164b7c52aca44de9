import { drawRepeat, type Lattice } from './jali.ts';

export type Stop = readonly [at: number, colour: string];

/** Light through stone: a gradient with the lattice over it in the colour of the wall. */
export type LitWall = {
  width: number;
  height: number;
  wall: string;
  /** The lit edge of a bar. */
  edge: string;
  glow: readonly Stop[];
  lamp: { x: number; y: number; radius: number };
  lattice: Lattice;
  /** Width of one repeat and of a bar. */
  size: number;
  bar: number;
};

/** The SVG elements of a lit wall, without the `<svg>` round them. Ids are `g`, `p`, `l`: use it alone in its document. */
export function drawLitWall({ width, height, wall, edge, glow, lamp, lattice, size, bar }: LitWall): string {
  const stops = glow.map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`).join('');
  const fill = (paint: string) => `<path fill="${paint}" d="M0 0h${width}v${height}H0z"/>`;
  const edgeWidth = Math.max(0.8, bar / 9).toFixed(1);
  return (
    `<defs><radialGradient id="g" gradientUnits="userSpaceOnUse" cx="${lamp.x}" cy="${lamp.y}" r="${lamp.radius}">${stops}</radialGradient>` +
    `<path id="l" d="${drawRepeat(size, lattice, size < 100 ? 1 : 0)}" stroke-linejoin="round"/>` +
    `<pattern id="p" width="${size}" height="${size}" patternUnits="userSpaceOnUse" x="${width / 2 - size / 2}"><g fill="none">` +
    `<use href="#l" stroke="${wall}" stroke-width="${bar}"/>` +
    `<use href="#l" stroke="${edge}" stroke-width="${edgeWidth}" stroke-opacity=".5"/></g></pattern></defs>` +
    fill(wall) +
    fill('url(#g)') +
    fill('url(#p)')
  );
}
