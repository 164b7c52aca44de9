import { countOf } from '#contract/amounts.ts';
import { ITEM_KINDS, type ItemTable, kindOfTable } from '#contract/items.ts';

const namesOf = (table: ItemTable) => ITEM_KINDS[kindOfTable(table)].names;

/** What the lists of the dashboard say about saves of other people. Times are formatted. */
export const live = {
  changed: (who: string, time: string) => `Changed by ${who}, ${time}`,
  created: (who: string, time: string) => `New, by ${who}, ${time}`,
  /** Announced to screen readers. */
  one: (table: ItemTable, { title, who, isNew }: { title: string; who: string; isNew: boolean }) =>
    `${who} ${isNew ? 'created' : 'changed'} the ${namesOf(table)[0]} “${title}”.`,
  several: (table: ItemTable, n: number) => `${countOf(n, namesOf(table)[0], namesOf(table)[1])} were saved by others.`,
} as const;
