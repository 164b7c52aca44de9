/** Making a format takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}

/** The time of day in a time zone (IANA's name), on a clock of 24 hours. */
export type ClockTime = {
  hour: number;
  /** "17:42" */
  text: string;
  /** The same with its day and offset, for `<time datetime>`: "2026-11-22T17:42+05:30". */
  iso: string;
};

export function clockIn(timeZone: string, at: Date): ClockTime {
  const parts = formatIn(timeZone).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  const text = `${part('hour')}:${part('minute')}`;
  // "GMT+05:30", or "GMT" alone without an offset.
  const offset = part('timeZoneName').slice(3) || '+00:00';
  const iso = `${part('year')}-${part('month')}-${part('day')}T${text}${offset}`;
  return { hour: Number(part('hour')), text, iso };
}
