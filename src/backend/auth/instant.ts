/** PostgreSQL's text of a timestamptz as RFC 3339 with `Z`; undefined, and so left out of JSON, for null and infinity. */
export function instant(text: string | null): string | undefined {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Whether the moment in PostgreSQL's text is still to come. */
export function isAfter(text: string | null, now: Date): boolean {
  if (text === null) return false;
  return text === 'infinity' || Date.parse(text) > now.getTime();
}
