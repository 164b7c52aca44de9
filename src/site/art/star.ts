import { radians, writePath, type Point } from './geometry.ts';

/**
 * The eight-pointed star of the lattice as path data, without a hole.
 * `waist` is how far in the inner corners lie; .5412 is that of two squares laid over each other.
 */
export function drawStar([cx, cy]: Point, radius: number, waist = 0.5412): string {
  const corners = Array.from({ length: 16 }, (_, corner): Point => {
    const reach = corner % 2 ? radius * waist : radius;
    return [cx + reach * Math.cos(radians(corner * 22.5)), cy + reach * Math.sin(radians(corner * 22.5))];
  });
  return writePath(corners, { close: true });
}
