import { live } from '#site/content/live.ts';
import type { ItemTable } from '#site/gateway/deleted-items.ts';

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

export type LiveMove =
  | { type: 'saved'; table: ItemTable; rows: readonly SavedRow[]; isQuiet: boolean }
  | { type: 'opened'; table: ItemTable; id: string };

export function initialLiveState(): LiveState {
  const none: LiveMarks = new Map();
  return { marks: { blog_posts: none, categories: none, testimonials: none }, news: { count: 0, text: '' } };
}

/** The next state. A row keeps its mark until it is opened, or saved by the person themselves. */
export function moveLive(state: LiveState, move: LiveMove): LiveState {
  const before = state.marks[move.table];
  const after = new Map(before);
  const withMarks = { ...state, marks: { ...state.marks, [move.table]: after } };
  if (move.type === 'opened') return after.delete(move.id) ? withMarks : state;

  for (const { id, mark } of move.rows) {
    if (mark) after.set(id, mark);
    else after.delete(id);
  }
  // Somebody who goes on writing is announced once.
  const fresh = move.rows.filter(({ id, mark }) => mark !== null && mark.who !== before.get(id)?.who);
  const [first] = fresh;
  if (move.isQuiet || !first?.mark) return withMarks;
  const { isNew, who } = first.mark;
  const text =
    fresh.length > 1
      ? live.several(move.table, fresh.length)
      : live.one(move.table, { title: first.title, who, isNew });
  return { ...withMarks, news: { count: state.news.count + 1, text } };
}
