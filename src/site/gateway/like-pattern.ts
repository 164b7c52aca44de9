/**
 * A `like` pattern for texts that contain this one. The characters of patterns are escaped; an asterisk stands for any
 * one character, because the data API turns it into a wildcard in any case (protocol.md 2.2).
 */
export function patternContaining(text: string): string {
  return `%${text
    .trim()
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '_')}%`;
}

/** A condition of the data API: one of the columns contains the text. */
export function anyContains(columns: readonly string[], text: string): string {
  const quoted = `"${patternContaining(text).replace(/["\\]/g, '\\$&')}"`;
  return columns.map((column) => `${column}.ilike.${quoted}`).join(',');
}
