/**
 * A pattern of `like` for texts that contain this one. Signs of the pattern lose their meaning; an asterisk, which the
 * data API would turn into a wildcard come what may (protocol.md 2.2), stands for any one letter.
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
