import { clockIn } from '#contract/clock.ts';
import { type Light, lightAtHour } from './art/daylight.ts';
import { firm } from './content/firm.ts';
import { type LocalTime, localTimesAt } from './local-times.ts';
import type { PageTime } from './gateway/load-context.server.ts';

const MINUTE_MS = 60_000;
/** Offsets of time zones are multiples of it, so at its multiples full hours begin everywhere. */
const QUARTER_MS = 15 * MINUTE_MS;

const lightAt = (instant: number): Light => lightAtHour(clockIn(firm.cities[0].timeZone, new Date(instant)).hour);

/** The light behind the lattices, by the hour at the home office. The page holds until it changes. */
export function readLight({ now, holdUntil }: PageTime): Light {
  const light = lightAt(now.getTime());
  let next = now.getTime() - (now.getTime() % QUARTER_MS) + QUARTER_MS;
  while (lightAt(next) === light) next += QUARTER_MS;
  holdUntil(new Date(next));
  return light;
}

/** The time of day in the first city of each time zone. The page holds until the next minute. */
export function readLocalTimes({ now, holdUntil }: PageTime): LocalTime[] {
  holdUntil(new Date(now.getTime() + MINUTE_MS));
  return localTimesAt(now);
}
