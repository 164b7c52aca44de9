/** A write that touched no row: the row is gone, or row-level security hides it from this user. */
export class RejectedWrite extends Error {
  override name = 'RejectedWrite';
  constructor() {
    super('The write touched no row: it is gone, or this user may not change it.');
  }
}

/**
 * Throws RejectedWrite unless one row was written. PostgREST answers an update or delete that row-level security
 * rejects with success and no rows (protocol.md 2.4), so every write asks for the rows back.
 */
export function expectOneRow(rows: readonly unknown[] | null): void {
  if (rows?.length !== 1) throw new RejectedWrite();
}

/** The only row that was written. Throws as expectOneRow does. */
export function onlyRow<Row>(rows: readonly Row[] | null): Row {
  expectOneRow(rows);
  return rows![0]!;
}
