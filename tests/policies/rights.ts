/** The rights of specification §6 as a table of rows, verbs and callers. A verb that is not allowed changes nothing. */

export type Verb = 'select' | 'insert' | 'update' | 'delete';
export type Person = 'anonymous' | 'signed-in' | 'admin' | 'service';
export const PERSONS: readonly Person[] = ['anonymous', 'signed-in', 'admin', 'service'];

export type Subject = {
  /** The row, as test titles name it. */
  row: string;
  table: 'blog_posts' | 'categories' | 'testimonials' | 'admin_users';
  /** The callers who may select, insert, update and delete such a row. */
  allowed: Record<Verb, readonly Person[]>;
};

const ADMINS: readonly Person[] = ['admin', 'service'];
const WRITES_OF_ADMINS = { insert: ADMINS, update: ADMINS, delete: ADMINS };

export const RIGHTS: readonly Subject[] = [
  { row: 'a published post', table: 'blog_posts', allowed: { select: PERSONS, ...WRITES_OF_ADMINS } },
  { row: 'a draft', table: 'blog_posts', allowed: { select: ADMINS, ...WRITES_OF_ADMINS } },
  { row: 'an archived post', table: 'blog_posts', allowed: { select: ADMINS, ...WRITES_OF_ADMINS } },
  { row: 'a category', table: 'categories', allowed: { select: PERSONS, ...WRITES_OF_ADMINS } },
  { row: 'a testimonial', table: 'testimonials', allowed: { select: PERSONS, ...WRITES_OF_ADMINS } },
  {
    row: "another person's administrator row",
    table: 'admin_users',
    allowed: { select: ADMINS, insert: ADMINS, update: ['service'], delete: ADMINS },
  },
];
