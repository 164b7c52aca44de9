import { expect, test } from 'vitest';
import { readLight, readLocalTimes } from './clock.server.ts';

/** A rendering at this time of day in Jaipur. `holds` are the instants to which it was said to hold. */
function pageAt(time: string) {
  const holds: string[] = [];
  const now = new Date(`2026-11-22T${time}+05:30`);
  return { holds, time: { now, holdUntil: (instant: Date) => void holds.push(instant.toISOString()) } };
}

test.each([
  ['05:00', 'dawn', '07:00'],
  ['06:59', 'dawn', '07:00'],
  ['07:00', 'morning', '11:00'],
  ['11:20', 'noon', '15:00'],
  ['15:00', 'afternoon', '17:00'],
  ['17:42', 'dusk', '19:00'],
  ['19:00', 'evening', '22:00'],
])('at %s in Jaipur a page shows the light of %s, and holds until %s', (at, light, until) => {
  const page = pageAt(at);
  expect(readLight(page.time)).toBe(light);
  expect(page.holds).toEqual([pageAt(until).time.now.toISOString()]);
});

test('the light of the night holds until the next morning', () => {
  const page = pageAt('23:30');
  expect(readLight(page.time)).toBe('night');
  expect(page.holds).toEqual(['2026-11-22T23:30:00.000Z']);
});

test('a page with the local times shows one for each time zone, and holds until the minute ends', () => {
  const page = pageAt('17:42');
  expect(readLocalTimes(page.time)).toEqual([
    { city: 'Jaipur', text: '17:42', iso: '2026-11-22T17:42+05:30' },
    { city: 'Philadelphia', text: '07:12', iso: '2026-11-22T07:12-05:00' },
  ]);
  expect(page.holds).toEqual([pageAt('17:43').time.now.toISOString()]);
});
