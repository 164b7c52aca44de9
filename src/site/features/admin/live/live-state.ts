import { live } from '#site/content/live.ts';
import { type ItemTable, forEachItemTable } from '#contract/items.ts';

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
