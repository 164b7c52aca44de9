import type { Database } from './database.types.ts';

type ItemKindFacts = {
  table: keyof Database['public']['Tables'];
  /** The tab of the dashboard, in its address. */
  tab: string;
  /** One, and several, as sentences name them. */
  names: readonly [string, string];
  /** Pages that show all items of the kind: their date in the sitemap is at least that of its last change. */
  shownOn?: readonly string[];
};

/**
 * The kinds of items that editors create, edit, delete and restore. The key is the name in addresses, in local copies and
 * in the activity list. What depends on the kind is derived from this table, or typed by `ItemKind`, so that the compiler
 * names what a new kind needs.
 */
export const ITEM_KINDS = {
  post: { table: 'blog_posts', tab: 'posts', names: ['post', 'posts'] },
  category: { table: 'categories', tab: 'categories', names: ['category', 'categories'] },
  testimonial: {
    table: 'testimonials',
    tab: 'testimonials',
    names: ['testimonial', 'testimonials'],
    shownOn: ['/'],
  },
} as const satisfies Record<string, ItemKindFacts>;

export type ItemKind = keyof typeof ITEM_KINDS;
/** What has a form with versions: items, and the facts of the firm, which nobody creates or deletes. */
export type FormKind = ItemKind | 'words';
export type ItemTable = (typeof ITEM_KINDS)[ItemKind]['table'];
/** Items whose form is described by fields (`features/admin/flat-items`); posts have a form of their own. */
export type FlatKind = Exclude<ItemKind, 'post'>;
export type FlatTable = (typeof ITEM_KINDS)[FlatKind]['table'];

export const ALL_ITEM_KINDS = Object.keys(ITEM_KINDS) as ItemKind[];
export const ITEM_TABLES: readonly ItemTable[] = ALL_ITEM_KINDS.map((kind) => ITEM_KINDS[kind].table);

export function kindOfTable(table: ItemTable): ItemKind {
  return ALL_ITEM_KINDS.find((kind) => ITEM_KINDS[kind].table === table)!;
}

/** A record with a value for each table of items. */
export function forEachItemTable<Value>(valueOf: (table: ItemTable) => Value): Record<ItemTable, Value> {
  return Object.fromEntries(ITEM_TABLES.map((table) => [table, valueOf(table)])) as Record<ItemTable, Value>;
}

/** The tables of kinds that this page shows all items of. */
export function tablesShownOn(path: string): ItemTable[] {
  const shown = ALL_ITEM_KINDS.filter((kind) => {
    const { shownOn }: ItemKindFacts = ITEM_KINDS[kind];
    return shownOn?.includes(path);
  });
  return shown.map((kind) => ITEM_KINDS[kind].table);
}
