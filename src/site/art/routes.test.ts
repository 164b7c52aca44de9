import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ARCS, CITIES, MAP_SIZE } from './routes.ts';

const ground = readFileSync(new URL('../../../public/art/routes-ground.svg', import.meta.url), 'utf8');

test('the whole map weighs at most 26 kB', () => {
  const routes = ARCS.reduce((sum, { path }) => sum + path.length, 0);
  expect(ground.length + routes).toBeLessThanOrEqual(26_000);
});

test('every city lies on the map, and every route ends at its cities', () => {
  for (const { from, to, path } of ARCS) {
    expect(CITIES[to].x).toBeLessThan(MAP_SIZE.width);
    expect(path.startsWith(`M${CITIES[from].x} ${CITIES[from].y}c`)).toBe(true);
  }
});

test('distances are great circles from Jaipur', () => {
  expect(CITIES.jaipur.kmFromJaipur).toBe(0);
  expect(CITIES.london.kmFromJaipur).toBe(6750);
  expect(CITIES.philadelphia.kmFromJaipur).toBe(11_996);
});
