import { forEachItemTable, type ItemTable } from '#contract/items.ts';
import { live } from '#site/content/live.ts';

/** Who saved the version of a row that is shown, and when (ISO 8601). */
export type LiveMark = { who: string; at: string; isNew: boolean };
export type LiveMarks = ReadonlyMap<string, LiveMark>;

export type LiveState = {
  marks: Readonly<Record<ItemTable, LiveMarks>>;
  /** What is announced; `count` tells repeated texts apart. */
  news: { count: number; text: string };
};

/** A row that was saved; its mark is null where the person at this window saved it. */
export type SavedRow = { id: string; title: string; mark: LiveMark | null };

export type LiveAction =
  | { type: 'saved'; table: ItemTable; rows: readonly SavedRow[]; isQuiet: boolean }
  | { type: 'opened'; table: ItemTable; id: string };

export function initialLiveState(): LiveState {
  const none: LiveMarks = new Map();
  return { marks: forEachItemTable(() => none), news: { count: 0, text: '' } };
}

/** The next state. A row keeps its mark until it is opened, or saved by the person themselves. */
export function reduceLive(state: LiveState, action: LiveAction): LiveState {
  const before = state.marks[action.table];
  const after = new Map(before);
  const withMarks = { ...state, marks: { ...state.marks, [action.table]: after } };
  if (action.type === 'opened') return after.delete(action.id) ? withMarks : state;

  for (const { id, mark } of action.rows) {
    if (mark) after.set(id, mark);
    else after.delete(id);
  }
  // Somebody who goes on writing is announced once.
  const fresh = action.rows.filter(({ id, mark }) => mark !== null && mark.who !== before.get(id)?.who);
  const [first] = fresh;
  if (action.isQuiet || !first?.mark) return withMarks;
  const { isNew, who } = first.mark;
  const text =
    fresh.length > 1
      ? live.several(action.table, fresh.length)
      : live.one(action.table, { title: first.title, who, isNew });
  return { ...withMarks, news: { count: state.news.count + 1, text } };
}

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
