import { indiaDay } from '#contract/date.ts';
import type { ViewReport, ViewsOfDay } from '#site/gateway/views.ts';

const DAY_MS = 86_400_000;

/** The days of a period that ends today, as 2026-11-24, the oldest first. `now` in milliseconds since 1970. */
export function daysOfPeriod(length: number, now: number): string[] {
  const today = Date.parse(indiaDay(now));
  return Array.from({ length }, (_, n) => new Date(today - (length - 1 - n) * DAY_MS).toISOString().slice(0, 10));
}

/** Each of the days with its counts, zero where nothing was counted. */
export function fillDays(days: readonly string[], counted: readonly ViewsOfDay[]): ViewsOfDay[] {
  const known = new Map(counted.map((one) => [one.day, one]));
  return days.map((day) => known.get(day) ?? { day, views: 0, enquiries: 0 });
}

/** The report as CSV: a line for each day, then one for each name. */
export function reportAsCsv(days: readonly ViewsOfDay[], { names }: Pick<ViewReport, 'names'>): string {
  const lines = [
    ['kind', 'name', 'count'],
    ...days.flatMap(({ day, views, enquiries }) => [
      ['views', day, views],
      ['enquiries', day, enquiries],
    ]),
    ...Object.entries(names).flatMap(([kind, counted]) => counted.map(({ name, count }) => [kind, name, count])),
  ];
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** RFC 4180. A cell that a spreadsheet would run as a formula begins with an apostrophe. */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
