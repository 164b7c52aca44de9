import { expect, test } from 'vitest';
import { pageWallFor } from './cover.ts';
import { LIGHTS, lightAtHour } from './daylight.ts';
import { INK } from './palette.ts';
import { drawClosingWall } from './stonework.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

test('every hour has a light, and the day passes through all of them in their order', () => {
  const day = HOURS.map((hour) => lightAtHour((hour + 5) % 24));
  expect(day.filter((light, hour) => light !== day[hour - 1])).toEqual(LIGHTS);
});

test.each([
  [0, 'night'],
  [4, 'night'],
  [5, 'dawn'],
  [12, 'noon'],
  [17, 'dusk'],
  [21, 'evening'],
  [22, 'night'],
])('the light at %d hours is that of %s', (hour, light) => {
  expect(lightAtHour(hour)).toBe(light);
});

test('a wall is drawn differently in every light, and its stone stays ink', () => {
  const seed = { slug: '/about', category_slug: 'fema-and-international-tax' };
  for (const draw of [drawClosingWall, (light: (typeof LIGHTS)[number]) => pageWallFor(seed, light)]) {
    const walls = LIGHTS.map((light) => draw(light));
    expect(new Set(walls).size).toBe(LIGHTS.length);
    for (const wall of walls) {
      expect(wall).toContain(`stroke="${INK}"`);
      expect(wall).toContain(`stop-color="${INK}"/></radialGradient>`);
      expect(wall.length).toBeLessThan(3000);
    }
  }
});
