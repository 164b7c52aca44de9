import type { ReactNode } from 'react';
import { type FlatKind, type FlatTable, ITEM_KINDS } from '#contract/items.ts';
import type { ItemListWords } from '#site/content/dashboard.ts';
import { flatItemMessages } from '#site/dashboard-messages.ts';
import type { ItemInput } from '#site/gateway/items.ts';
import type { Row } from '#site/gateway/site-database.ts';
import type { FieldErrors } from '../form-session/form-state.ts';
import type { QuestionOfPosts } from '../use-removal.ts';

/** One field of a form. A text without `required` is optional, and stored as null where it is empty. */
export type FlatField =
  | { input: 'text'; label: string; required?: string; maxLength: number }
  | { input: 'paragraphs'; label: string; required?: string; rows: number }
  /** Made from the field `from` where it is left empty; unlike that of any other item. */
  | { input: 'slug'; from: string; hint: string }
  | { input: 'rating'; label: string; initial: number }
  | { input: 'checkbox'; label: string; initial: boolean };

type FieldOf<Column> = Extract<
  FlatField,
  Column extends boolean
    ? { input: 'checkbox' }
    : Column extends number
      ? { input: 'rating' }
      : { input: 'text' | 'paragraphs' | 'slug' }
>;

/** A cell of the table after the first one, which is the name of the item and its link. */
type TableColumn<Item> = { heading: string; className?: string; show: (item: Item) => ReactNode };

type Description<Kind extends FlatKind, Item> = {
  kind: Kind;
  words: ItemListWords & { createHeading: string; editHeading: string };
  /** The question before an item is deleted, where it says more than that of every kind. */
  question?: QuestionOfPosts;
  nameHeading: string;
  underName?: (item: Item) => ReactNode;
  columns: readonly TableColumn<Item>[];
};

type TableOf<Kind extends FlatKind> = (typeof ITEM_KINDS)[Kind]['table'];
type ItemOf<Kind extends FlatKind> = Row<TableOf<Kind>>;
type Fields<Kind extends FlatKind> = {
  [Name in keyof ItemInput<TableOf<Kind>>]: FieldOf<NonNullable<ItemInput<TableOf<Kind>>[Name]>>;
};

type Value = string | number | boolean;
/** The values of a form: every field as typed, '' instead of null. */
export type FlatValues = Record<string, Value>;
/** A row of a flat table: they all have a name. */
export type FlatItem = { id: string; name: string; created_at: string; updated_at: string } & Record<
  string,
  Value | null
>;
/** A kind of items whose form, table and tab come from a description. */
export type FlatItems = Description<FlatKind, FlatItem> & {
  table: FlatTable;
  messages: ReturnType<typeof flatItemMessages>;
  fields: Record<string, FlatField>;
};

/** Describes a kind of flat items: a field for every column of its table, in the order of the form. */
export function describeFlatItems<Kind extends FlatKind>(
  description: Description<Kind, ItemOf<Kind>> & { fields: Fields<Kind> },
): FlatItems {
  const { kind } = description;
  return { ...description, table: ITEM_KINDS[kind].table, messages: flatItemMessages(kind) } as unknown as FlatItems;
}

export function emptyValues({ fields }: FlatItems): FlatValues {
  return mapFields(fields, (field) => ('initial' in field ? field.initial : ''));
}

export function itemToValues({ fields }: FlatItems, item: FlatItem): FlatValues {
  return mapFields(fields, (_, name) => item[name] ?? '');
}

/** What to write; `slugOf` gives the slug to use. */
export function valuesToInput({ fields }: FlatItems, values: FlatValues, slugOf: () => string) {
  return mapFields(fields, (field, name) => {
    if (field.input === 'slug') return slugOf();
    const value = values[name];
    if (typeof value !== 'string') return value;
    return value.trim() || ('required' in field ? '' : null);
  });
}

export function checkValues({ fields }: FlatItems, values: FlatValues): FieldErrors<FlatValues> {
  const errors = Object.entries(fields).flatMap(([name, field]) =>
    'required' in field && field.required && !String(values[name]).trim() ? [[name, field.required]] : [],
  );
  return Object.fromEntries(errors) as FieldErrors<FlatValues>;
}

export function slugFieldOf({ fields }: FlatItems): { name: string; from: string } | null {
  for (const [name, field] of Object.entries(fields)) if (field.input === 'slug') return { name, from: field.from };
  return null;
}

function mapFields<Result>(
  fields: Record<string, FlatField>,
  valueOf: (field: FlatField, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueOf(field, name)]));
}

/** The list, newest first, with an item as it was saved: what is shown until the list is read again. */
export function withSaved(items: readonly FlatItem[], saved: FlatItem): FlatItem[] {
  const isKnown = items.some(({ id }) => id === saved.id);
  return isKnown ? items.map((item) => (item.id === saved.id ? saved : item)) : [saved, ...items];
}
