/** The search path of requests to a schema: functions find tables and extensions without naming a schema. */
export function searchPathOf(schema: string): string {
  return schema === 'public' ? 'public, extensions' : `"${schema.replaceAll('"', '""')}", public, extensions`;
}
