/** Every date that a reader sees is US English (specification §9). */
const LOCALE = 'en-US';

/** Public dates are days of the calendar in the firm's home office, the same for every reader. */
const PUBLIC_DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'Asia/Kolkata' });
const PUBLIC_TIME = new Intl.DateTimeFormat(LOCALE, {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});
const LOCAL_DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long' });
const LOCAL_TIME = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeStyle: 'short' });

/** The date that a post shows: published_at, else created_at (specification §9). ISO 8601. */
export function postDate(post: { published_at: string | null; created_at: string }): string {
  return post.published_at ?? post.created_at;
}

/** The instant for `<time datetime>`, where HTML allows milliseconds and the database has microseconds. */
export function machineTime(iso: string): string {
  return new Date(iso).toISOString();
}

/** The latest of dates and instants in ISO 8601; a date counts as its first instant in UTC. */
export function latestOf(first: string, ...others: readonly (string | null)[]): string {
  return others.reduce<string>((latest, one) => (one && Date.parse(one) > Date.parse(latest) ? one : latest), first);
}

/** "December 3, 2026" (specification §9), on the calendar of the firm's home office. */
export function formatLongDate(iso: string): string {
  return PUBLIC_DAY.format(new Date(iso));
}

/** The whole year, since 1945. */
const INDIA_AHEAD_OF_UTC_MS = 5.5 * 3_600_000;

/**
 * The day in India, as 2026-12-03. `instant` in milliseconds since 1970. No language that a browser knows is certain to
 * write a day so: English of Canada does not in WebKit with ICU 72.
 */
export function indiaDay(instant: Date | number): string {
  return new Date(Number(instant) + INDIA_AHEAD_OF_UTC_MS).toISOString().slice(0, 10);
}

/** "December 3, 2026 at 10:00 AM, India time", for mails to the firm. */
export function formatIndiaTime(date: Date): string {
  return `${PUBLIC_TIME.format(date)}, India time`;
}

/** "December 3, 2026" in the time zone of the person at the dashboard. */
export function formatLocalDate(iso: string): string {
  return LOCAL_DAY.format(new Date(iso));
}

/** "December 3, 2026 at 10:00 AM" in the time zone of the person at the dashboard. */
export function formatLocalTime(iso: string): string {
  return LOCAL_TIME.format(new Date(iso));
}
