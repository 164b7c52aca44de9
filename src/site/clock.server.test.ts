import { expect, test } from 'vitest';
import { createPageTime } from '#server/page-time.ts';
import { readLight, readLocalTimes } from './clock.server.ts';

/** The instant at which Jaipur has this time of day. */
const inJaipur = (time: string) => Date.parse(`2026-11-22T${time}+05:30`);

test.each([
  ['05:00', 'dawn', '07:00'],
  ['06:59:59', 'dawn', '07:00'],
  ['07:00', 'morning', '11:00'],
  ['11:20', 'noon', '15:00'],
  ['15:00', 'afternoon', '17:00'],
  ['17:42', 'dusk', '19:00'],
  ['19:00', 'evening', '22:00'],
])('at %s in Jaipur a page shows the light of %s, and holds until %s', (time, light, until) => {
  const page = createPageTime(inJaipur(time));
  expect(readLight(page.time)).toBe(light);
  expect(page.expires()).toBe(new Date(inJaipur(until)).toUTCString());
});

test('the light of the night holds until the next morning', () => {
  const page = createPageTime(inJaipur('23:30'));
  expect(readLight(page.time)).toBe('night');
  expect(page.expires()).toBe(new Date('2026-11-23T05:00+05:30').toUTCString());
});

test('a page with the local times shows one for each time zone, and holds until the minute ends', () => {
  const page = createPageTime(inJaipur('17:42:59.999'));
  expect(readLocalTimes(page.time)).toEqual([
    { city: 'Jaipur', text: '17:42', iso: '2026-11-22T17:42+05:30' },
    { city: 'Philadelphia', text: '07:12', iso: '2026-11-22T07:12-05:00' },
  ]);
  readLight(page.time);
  expect(page.expires()).toBe(new Date(inJaipur('17:43')).toUTCString());
});

test('a page that shows no time has no end', () => {
  expect(createPageTime(inJaipur('12:00')).expires()).toBeNull();
});
