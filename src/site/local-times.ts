import { clockIn } from '#contract/clock.ts';
import { firm } from './content/firm.ts';

export type LocalTime = { city: string; text: string; iso: string };

/** The time of day in the first city of each time zone. */
export function localTimesAt(now: Date): LocalTime[] {
  const [home, ...others] = firm.cities;
  const abroad = others.filter(({ timeZone }, n) => {
    return timeZone !== home.timeZone && others.findIndex((other) => other.timeZone === timeZone) === n;
  });
  return [home, ...abroad].map(({ name, timeZone }) => {
    const { text, iso } = clockIn(timeZone, now);
    return { city: name, text, iso };
  });
}
