import { ALL_ITEM_KINDS, ITEM_KINDS, type ItemKind } from '#contract/items.ts';
import { DASHBOARD_DEFAULT_TAB } from '#contract/limits.ts';

/** The tabs by their name in the address. */
const TABS = {
  posts: DASHBOARD_DEFAULT_TAB,
  categories: 'categories',
  testimonials: 'testimonials',
  users: 'users',
  activity: 'activity',
  system: 'system',
} as const;

export type TabName = keyof typeof TABS;
export type TabValue = (typeof TABS)[TabName];

const NEW = 'new';
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const isTabName = (text: string | null): text is TabName => text !== null && Object.hasOwn(TABS, text);

/** The tab that the query names; the default one where it names none. */
export function readTab(query: URLSearchParams): TabValue {
  const name = query.get('tab');
  return isTabName(name) ? TABS[name] : DASHBOARD_DEFAULT_TAB;
}

/** The query with another tab and no open form. The parameters of the lists stay. */
export function withTab(query: URLSearchParams, value: string): URLSearchParams {
  const next = withoutForms(query);
  next.set('tab', Object.keys(TABS).find((name) => TABS[name as TabName] === value) ?? 'posts');
  return next;
}

/** The item of the open form: its id, null for a new one; undefined where the query opens no form of this kind. */
export function readItem(query: URLSearchParams, kind: ItemKind): string | null | undefined {
  const value = query.get(kind);
  if (value === null || readTab(query) !== TABS[ITEM_KINDS[kind].tab]) return undefined;
  if (value === NEW) return null;
  return UUID.test(value) ? value : undefined;
}

/** The query that opens the form of the item, or of a new one. */
export function withItem(query: URLSearchParams, kind: ItemKind, id: string | null): URLSearchParams {
  const next = withTab(query, TABS[ITEM_KINDS[kind].tab]);
  next.set(kind, id ?? NEW);
  return next;
}

/** The query with no open form. */
export function withoutForms(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const kind of ALL_ITEM_KINDS) next.delete(kind);
  return next;
}

/** What identifies the open form in the query; '' where none is open. */
export function formIn(query: URLSearchParams): string {
  const name = ALL_ITEM_KINDS.find((one) => readItem(query, one) !== undefined);
  return name ? `${name}=${query.get(name)}` : '';
}
