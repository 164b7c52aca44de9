/** As the dates of date.ts (specification §9), apart from them: public pages do not load this file. */
const LOCALE = 'en-US';
const LOCAL_HOUR = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short' });
const LOCAL_DAY_AND_HOUR = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });

/** "7:20 PM" in the time zone of the person at the dashboard; with the date where it is not that of `now`. */
export function formatSavedTime(iso: string, now: Date): string {
  const time = new Date(iso);
  const isToday = time.toDateString() === now.toDateString();
  return (isToday ? LOCAL_HOUR : LOCAL_DAY_AND_HOUR).format(time);
}
