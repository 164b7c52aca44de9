/**
 * Converts PostgreSQL's text of a timestamptz to RFC 3339 in UTC. Returns undefined, which JSON leaves out, for null
 * and infinity.
 */
export function toRfc3339(text: string | null): string | undefined {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Whether the time in PostgreSQL's text is after `now`. */
export function isAfter(text: string | null, now: Date): boolean {
  if (text === null) return false;
  return text === 'infinity' || Date.parse(text) > now.getTime();
}
