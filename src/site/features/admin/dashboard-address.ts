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

type TabName = keyof typeof TABS;
export type TabValue = (typeof TABS)[TabName];

/** The parameter that holds the item of an open form, and the tab of the form. */
const ITEM_TABS = { post: 'posts', category: 'categories', testimonial: 'testimonials' } as const;
export type ItemName = keyof typeof ITEM_TABS;

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
export function readItem(query: URLSearchParams, name: ItemName): string | null | undefined {
  const value = query.get(name);
  if (value === null || readTab(query) !== TABS[ITEM_TABS[name]]) return undefined;
  if (value === NEW) return null;
  return UUID.test(value) ? value : undefined;
}

/** The query that opens the form of the item, or of a new one. */
export function withItem(query: URLSearchParams, name: ItemName, id: string | null): URLSearchParams {
  const next = withTab(query, TABS[ITEM_TABS[name]]);
  next.set(name, id ?? NEW);
  return next;
}

/** The query with no open form. */
export function withoutForms(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of Object.keys(ITEM_TABS)) next.delete(name);
  return next;
}

/** The open form in the query; '' without an open form. */
export function formIn(query: URLSearchParams): string {
  const names = Object.keys(ITEM_TABS) as ItemName[];
  const name = names.find((one) => readItem(query, one) !== undefined);
  return name ? `${name}=${query.get(name)}` : '';
}
