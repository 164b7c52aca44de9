/** What this window knows of the rows of a list. */
export type SeenRows = {
  /** The version of each row that was read, by id. */
  versions: Map<string, string>;
  /** The ids of changes that were reported since the row was read. */
  reported: Set<string>;
  /** Changes may have been missed since the last read. */
  hasGap: boolean;
};

type Version = { id: string; created_at: string; updated_at: string };

export function createSeenRows(): SeenRows {
  return { versions: new Map(), reported: new Set(), hasGap: false };
}

/**
 * The rows that were changed since they were read, or created since the list was; notes all of them as read. A row that
 * was not read before is no change by itself: it may be of another page.
 */
export function takeChanged<Row extends Version>(seen: SeenRows, rows: readonly Row[]): Row[] {
  const { versions, reported } = seen;
  const newest = seen.hasGap && versions.size > 0 ? Math.max(...[...versions.values()].map(Date.parse)) : Infinity;
  const changed = rows.filter(({ id, created_at, updated_at }) => {
    const known = versions.get(id);
    return known === undefined ? reported.has(id) || Date.parse(created_at) > newest : known !== updated_at;
  });
  for (const { id, updated_at } of rows) {
    versions.set(id, updated_at);
    reported.delete(id);
  }
  seen.hasGap = false;
  return changed;
}
