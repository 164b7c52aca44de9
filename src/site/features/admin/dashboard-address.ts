import { ALL_ITEM_KINDS, ITEM_KINDS, type ItemKind } from '#contract/items.ts';
import { DASHBOARD_DEFAULT_TAB } from '#contract/limits.ts';

const OTHER_TAB_NAMES = ['firm', 'pages', 'readers', 'users', 'activity', 'system', 'launch'] as const;
export type TabName = (typeof ITEM_KINDS)[ItemKind]['tab'] | (typeof OTHER_TAB_NAMES)[number];
export type TabValue = Exclude<TabName, 'posts'> | typeof DASHBOARD_DEFAULT_TAB;

const TAB_NAMES: readonly string[] = [...ALL_ITEM_KINDS.map((kind) => ITEM_KINDS[kind].tab), ...OTHER_TAB_NAMES];

const valueOf = (name: TabName): TabValue => (name === 'posts' ? DASHBOARD_DEFAULT_TAB : name);

const NEW = 'new';
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const isTabName = (text: string | null): text is TabName => text !== null && TAB_NAMES.includes(text);

/** The tab that the query names; the default one where it names none. */
export function readTab(query: URLSearchParams): TabValue {
  const name = query.get('tab');
  return isTabName(name) ? valueOf(name) : DASHBOARD_DEFAULT_TAB;
}

/** The query with another tab and no open form. The parameters of the lists stay. */
export function withTab(query: URLSearchParams, value: string): URLSearchParams {
  const next = withoutForms(query);
  next.set('tab', isTabName(value) ? value : 'posts');
  return next;
}

/** The item of the open form: its id, null for a new one; undefined where the query opens no form of this kind. */
export function readItem(query: URLSearchParams, kind: ItemKind): string | null | undefined {
  const value = query.get(kind);
  if (value === null || readTab(query) !== valueOf(ITEM_KINDS[kind].tab)) return undefined;
  if (value === NEW) return null;
  return UUID.test(value) ? value : undefined;
}

/** The query that opens the form of the item, or of a new one. */
export function withItem(query: URLSearchParams, kind: ItemKind, id: string | null): URLSearchParams {
  const next = withTab(query, valueOf(ITEM_KINDS[kind].tab));
  next.set(kind, id ?? NEW);
  return next;
}

export function withoutForms(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const kind of ALL_ITEM_KINDS) next.delete(kind);
  return next;
}

/** The open form in the query; '' without an open form. */
export function formIn(query: URLSearchParams): string {
  const name = ALL_ITEM_KINDS.find((one) => readItem(query, one) !== undefined);
  return name ? `${name}=${query.get(name)}` : '';
}
