import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Database } from './database.types.ts';
import { ALL_ITEM_KINDS, ITEM_TABLES, type ItemTable, kindOfTable, tablesShownOn } from './items.ts';

type Table = keyof Database['public']['Tables'];

/** The tables that hold no items of editors, and why. A new table stands here or in `ITEM_KINDS`. */
const OTHER_TABLES: Record<Exclude<Table, ItemTable>, string> = {
  activity: 'what people did: written by triggers',
  address_redirects: 'belongs to posts; exported with them',
  admin_users: 'rights of accounts',
  deleted_items: 'deleted items of every kind',
  post_comments: 'belongs to posts',
  post_drafts: 'belongs to posts',
  post_presence: 'who has a post open now',
  post_previews: 'links to drafts, for a week',
  post_redirects: 'belongs to posts; exported with them',
  post_reviews: 'drafts that wait for an administrator',
  post_revisions: 'belongs to posts',
  post_totals: 'counted by triggers',
  profiles: 'names of accounts',
  site_settings: 'one row of settings',
  site_words: 'one row for each page, which nobody creates or deletes',
  view_counts: 'written by the server once a minute',
  writers: 'rights of accounts',
};

test('every table of the database holds items of a registered kind, or is listed with the reason why not', () => {
  const types = readFileSync(new URL('database.types.ts', import.meta.url), 'utf8');
  const tables = types.slice(types.indexOf('    Tables: {'), types.indexOf('    Views: {'));
  const names = [...tables.matchAll(/^ {6}(\w+): \{$/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(new Set(names)).toEqual(new Set([...ITEM_TABLES, ...Object.keys(OTHER_TABLES)]));
});

test('a table leads to its kind, and a page to the tables that it shows', () => {
  expect(ITEM_TABLES.map(kindOfTable)).toEqual(ALL_ITEM_KINDS);
  expect(tablesShownOn('/')).toContain('testimonials');
  expect(tablesShownOn('/blog')).toEqual([]);
});
