/**
 * Draws the route map from real geography (Natural Earth, through world-atlas): `npm run write -- routes`. Writes
 * the land to `public/art/routes-ground.svg`, and the routes with their cities to `src/site/art/routes.ts`; both are
 * committed. Land only: coastlines are not disputed, borders are.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  geoAzimuthalEqualArea,
  geoDistance,
  geoGraticule,
  geoInterpolate,
  geoPath,
  type GeoPermissibleObjects,
} from 'd3-geo';
import { feature } from 'topojson-client';
import { drawRepeat } from '#site/art/jali.ts';
import { writeNumbers, type Point } from '#site/art/geometry.ts';
import { INK, PAPER, STONE_2 } from '#site/art/palette.ts';
import { simplify, smooth, writeRing } from './map-lines.ts';

const ROOT = join(import.meta.dirname, '..');
const WIDTH = 1440;
const HEIGHT = 840;
const TILE = 40;
const EARTH_RADIUS_KM = 6371.0088;

const CITIES: Record<'jaipur' | 'delhi' | 'philadelphia' | 'london' | 'dubai', [longitude: number, latitude: number]> =
  {
    jaipur: [75.79, 26.91],
    delhi: [77.21, 28.61],
    philadelphia: [-75.17, 39.95],
    london: [-0.13, 51.51],
    dubai: [55.27, 25.2],
  };
/** The page positions of two cities; scale and offset follow. */
const PINNED = { philadelphia: [548, 112], jaipur: [1166, 560] } as const;

/**
 * Lambert's equal-area projection from 50° E 30° N, rotated so that the long route runs from the upper left to India at
 * the right. What the page fades out at the left is not drawn.
 */
function aimView() {
  const view = geoAzimuthalEqualArea().rotate([-50, -30, 5.2]).clipAngle(125).precision(0.4).scale(1).translate([0, 0]);
  const from = view(CITIES.philadelphia) ?? [0, 0];
  const to = view(CITIES.jaipur) ?? [0, 0];
  const wanted = Math.hypot(PINNED.jaipur[0] - PINNED.philadelphia[0], PINNED.jaipur[1] - PINNED.philadelphia[1]);
  view.scale(wanted / Math.hypot(to[0] - from[0], to[1] - from[1]));
  const [x, y] = view(CITIES.jaipur) ?? [0, 0];
  view.translate([PINNED.jaipur[0] - x, PINNED.jaipur[1] - y]);
  return view.clipExtent([
    [300, -20],
    [WIDTH + 20, HEIGHT + 20],
  ]);
}
const view = aimView();
const place = (lonLat: [number, number]): Point => view(lonLat) ?? [0, 0];

function ringsOf(object: GeoPermissibleObjects): Point[][] {
  const rings: [number, number][][] = [];
  geoPath(view, {
    moveTo: (x, y) => rings.push([[x, y]]),
    lineTo: (x, y) => rings.at(-1)?.push([x, y]),
    arc() {},
    closePath() {},
    beginPath() {},
  })(object);
  return rings;
}

function areaOf(ring: Point[]): number {
  const twice = ring.reduce((sum, [x, y], i) => {
    const [nx, ny] = ring[(i + 1) % ring.length] ?? [x, y];
    return sum + x * ny - nx * y;
  }, 0);
  return Math.abs(twice / 2);
}

/** More detail near Jaipur: within 300 units triangles and islands have a higher weight. */
const worth = ([x, y]: Point) => (Math.hypot(x - PINNED.jaipur[0], y - PINNED.jaipur[1]) < 300 ? 6 : 1);

function drawLand(): string {
  const atlas = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('world-atlas/land-50m.json'), 'utf8'));
  return ringsOf(feature(atlas, atlas.objects.land))
    .filter((ring) => areaOf(ring) * worth(ring[0] ?? [0, 0]) > 36 && ring.some(([x]) => x > 380))
    .map((ring) => simplify(ring, 4.4, worth))
    .filter((ring) => ring.length > 3)
    .map(writeRing)
    .join('');
}

function drawGraticule(): string {
  const net = geoGraticule()
    .step([15, 15])
    .extentMajor([
      [-180, -30],
      [180, 85],
    ])
    .extentMinor([
      [-180, -30],
      [180, 80],
    ]);
  return ringsOf(net())
    .map((line) => smooth(simplify(line, 140), 0))
    .join('');
}

function drawGround(): string {
  const land = drawLand();
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<defs>` +
    `<pattern id="p" width="${TILE}" height="${TILE}" patternUnits="userSpaceOnUse"><path d="${drawRepeat(TILE, { angle: 67.5, depth: 1 })}" fill="none" stroke="${PAPER}" stroke-width="1.2"/></pattern>` +
    `<path id="l" d="${land}" vector-effect="non-scaling-stroke"/></defs>` +
    `<path d="${drawGraticule()}" fill="none" stroke="${INK}" stroke-opacity=".11" vector-effect="non-scaling-stroke"/>` +
    `<use href="#l" fill="${STONE_2}" stroke="${INK}" stroke-opacity=".4" stroke-width=".75" stroke-linejoin="round"/><use href="#l" fill="url(#p)"/></svg>`
  );
}

function drawArc(from: [number, number], to: [number, number], parts: number): string {
  const way = geoInterpolate(from, to);
  return smooth(Array.from({ length: parts + 1 }, (_, i) => place(way(i / parts))));
}

function writeRoutes(): string {
  const cities = Object.entries(CITIES).map(([id, lonLat]) => {
    const [x, y] = place(lonLat);
    const km = Math.round(geoDistance(lonLat, CITIES.jaipur) * EARTH_RADIUS_KM);
    return `  ${id}: { x: ${writeNumbers([x])}, y: ${writeNumbers([y])}, kmFromJaipur: ${km} },`;
  });
  const arcs = (['philadelphia', 'london', 'dubai'] as const).flatMap((to) =>
    (['jaipur', 'delhi'] as const).map((from) => {
      const path = drawArc(CITIES[from], CITIES[to], to === 'dubai' ? 3 : 9);
      return `  {\n    from: '${from}',\n    to: '${to}',\n    path: '${path}',\n  },`;
    }),
  );
  return [
    '// Made by scripts/make-routes.ts from real geography. Change it there.',
    '',
    '/** The units of the map; its ground is `public/art/routes-ground.svg`. */',
    `export const MAP_SIZE = { width: ${WIDTH}, height: ${HEIGHT} } as const;`,
    '',
    '/** Where a city lies on the map, and how far from Jaipur along the great circle. */',
    'export const CITIES = {',
    ...cities,
    '} as const;',
    '',
    'export type CityId = keyof typeof CITIES;',
    '',
    '/** The great circles, as path data. */',
    'export const ARCS = [',
    ...arcs,
    '] as const satisfies readonly { from: CityId; to: CityId; path: string }[];',
    '',
  ].join('\n');
}

const ground = drawGround();
writeFileSync(join(ROOT, 'public/art/routes-ground.svg'), `${ground}\n`);
writeFileSync(join(ROOT, 'src/site/art/routes.ts'), writeRoutes());
console.log('routes-ground.svg', ground.length, 'bytes');
