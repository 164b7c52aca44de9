/** The rights of specification §6 as a table of rows, verbs and callers. A verb that is not allowed changes nothing. */

import type { Database } from '#contract/database.types.ts';
import type { FlatTable } from '#contract/items.ts';

export type Verb = 'select' | 'insert' | 'update' | 'delete';
export type Person = 'anonymous' | 'signed-in' | 'writer' | 'admin' | 'service';
export const PERSONS: readonly Person[] = ['anonymous', 'signed-in', 'writer', 'admin', 'service'];

export type Subject = {
  /** The row, as test titles name it. */
  row: string;
  table: keyof Database['public']['Tables'];
  /** `id` where it is not given. The test creates the account of a `user_id`. */
  key?: 'id' | 'user_id';
  /** What an insert sends beside the key. */
  values: (id: string) => Record<string, unknown>;
  /** What an update sends. */
  change: Record<string, unknown>;
  /** The callers who may select, insert, update and delete such a row. */
  allowed: Record<Verb, readonly Person[]>;
};

const ADMINS: readonly Person[] = ['admin', 'service'];
const WRITES_OF_ADMINS = { insert: ADMINS, update: ADMINS, delete: ADMINS };

/** A post that belongs to nobody; one of the caller's own is in writers.test.ts. */
const post = (row: string, status: string, readers: readonly Person[], authors = ADMINS): Subject => ({
  row,
  table: 'blog_posts',
  values: (id) => ({
    title: 'A title',
    slug: `p-${id}`,
    content: 'Text',
    status,
    author: 'a-partner',
    law_as_of: '2026-07-31',
  }),
  change: { title: 'Changed' },
  allowed: { select: readers, ...WRITES_OF_ADMINS, insert: authors },
});

/** A row that everybody reads and administrators write. */
const publicItem = <Table extends FlatTable>(row: string, table: Table, values: Subject['values']) => ({
  row,
  table,
  values,
  change: { name: 'Changed' },
  allowed: { select: PERSONS, ...WRITES_OF_ADMINS },
});

/** A row of every table of flat items. */
export const FLAT_ITEMS = {
  categories: publicItem('a category', 'categories', (id) => ({ name: 'Tax', slug: `c-${id}` })),
  testimonials: publicItem('a testimonial', 'testimonials', () => ({
    name: 'A',
    company: 'B',
    testimonial: 'C',
    rating: 4,
  })),
} satisfies Record<FlatTable, Subject>;

export const RIGHTS: readonly Subject[] = [
  post('a published post', 'published', PERSONS),
  post('a draft', 'draft', ADMINS, ['writer', ...ADMINS]),
  post('an archived post', 'archived', ADMINS),
  ...Object.values(FLAT_ITEMS),
  {
    row: "another person's administrator row",
    table: 'admin_users',
    key: 'user_id',
    values: () => ({}),
    change: { created_at: '2020-01-01T00:00:00+00:00' },
    allowed: { select: ADMINS, insert: ADMINS, update: ['service'], delete: ADMINS },
  },
  {
    row: "another person's writer row",
    table: 'writers',
    key: 'user_id',
    values: () => ({}),
    change: { created_at: '2020-01-01T00:00:00+00:00' },
    allowed: { select: ADMINS, insert: ADMINS, update: ['service'], delete: ADMINS },
  },
  {
    row: "another person's name",
    table: 'profiles',
    key: 'user_id',
    values: () => ({ name: 'Asha Rao' }),
    change: { name: 'Changed' },
    allowed: { select: ['writer', ...ADMINS], ...WRITES_OF_ADMINS },
  },
];
