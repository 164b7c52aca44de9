import type { LastSave } from './last-save.ts';

/** Somebody else saved the row since it was opened; nothing was overwritten. */
export class ItemConflict<Item extends { updated_at: string } = { updated_at: string }> extends Error {
  override name = 'ItemConflict';
  /** The version in the database. */
  theirs: Item;
  by: LastSave;
  constructor(theirs: Item, by: LastSave) {
    super('The row was saved by somebody else since it was opened.');
    this.theirs = theirs;
    this.by = by;
  }
}
