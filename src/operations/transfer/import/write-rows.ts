import { findUserByEmail } from '#backend/auth/accounts/users.ts';
import type { DatabasePool, RunQuery } from '#backend/database/connect.ts';
import { asBackend, rollingBack } from '#backend/database/as-caller.ts';
import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import { oldAddressOf } from '#contract/old-address.ts';
import { findRoute } from '#site/route-table.ts';
import { type PostRow, makeSlug } from './prepare-post.ts';
import { type ExportedWords, ROW_TABLES, type RowTable, type Rows, rowSchemas } from '../export/export-format.ts';
import { type SourceCategory, stableId } from '../source.ts';
import type { ImportReport } from './report.ts';

const WRITTEN = [
  'title',
  'slug',
  'excerpt',
  'content',
  'status',
  'category_id',
  'meta_title',
  'meta_description',
  'meta_keywords',
  'featured_image_url',
  'author',
  'reviewer',
  'law_as_of',
] as const;

type WrittenPost = PostRow & { category_id: string | null };

/** Runs `work` in a transaction, which a dry run rolls back. */
export async function inImport<T>(
  database: DatabasePool,
  { dryRun }: ImportReport,
  work: (query: RunQuery) => Promise<T>,
): Promise<T> {
  return dryRun ? rollingBack((run) => asBackend(database, run), work) : asBackend(database, work);
}

/**
 * Inserts a post with its dates, unless another import just has; the author is the account with this address, if there is
 * one. Throws PostgreSQL's errors.
 */
export async function insertPost(
  query: RunQuery,
  post: WrittenPost,
  authorEmail: string | null,
): Promise<'created' | 'present'> {
  const author = authorEmail ? await findUserByEmail(query, authorEmail.trim().toLowerCase()) : null;
  const columns = ['id', ...WRITTEN, 'published_at', 'author_id'];
  const values = [post.id, ...WRITTEN.map((name) => post[name]), post.published_at, author?.id ?? null];
  const places = values.map((_, n) => `$${n + 1}`);
  const { rowCount } = await query(
    `insert into public.blog_posts (${columns.join(', ')}, created_at, updated_at)
      values (${places.join(', ')}, coalesce($${values.length + 1}::timestamptz, now()), coalesce($${values.length + 2}::timestamptz, now()))
      on conflict (id) do nothing`,
    [...values, post.created_at, post.updated_at],
  );
  return rowCount > 0 ? 'created' : 'present';
}

/** Writes a post again; returns whether anything was different. Throws PostgreSQL's errors. */
export async function rewritePost(query: RunQuery, post: WrittenPost): Promise<'updated' | 'unchanged'> {
  const places = WRITTEN.map((_, n) => `$${n + 2}`);
  const publishedAt = `coalesce($${WRITTEN.length + 2}::timestamptz, case when $6 = 'published' then published_at end)`;
  const { rowCount } = await query(
    `update public.blog_posts set (${WRITTEN.join(', ')}, published_at) = (${places.join(', ')}, ${publishedAt})
      where id = $1 and (${WRITTEN.join(', ')}, published_at) is distinct from (${places.join(', ')}, ${publishedAt})`,
    [post.id, ...WRITTEN.map((name) => post[name]), post.published_at],
  );
  return rowCount > 0 ? 'updated' : 'unchanged';
}

/**
 * The id of the category of the source with this slug; it is created where this site has none with that slug or name.
 * Null without a category, and in a dry run for one that would be created.
 */
export type FindCategory = (slug: string | null) => Promise<string | null>;

/** Creates the categories of a source when they are asked for. A category that is there already is not changed. */
export async function openCategories(
  categories: readonly SourceCategory[],
  database: DatabasePool,
  report: ImportReport,
): Promise<FindCategory> {
  const { rows } = await asBackend(database, (query) => query('select id::text, slug, name from public.categories'));
  const present = new Map<unknown, unknown>(
    rows.flatMap(
      ({ id, slug, name }) =>
        [
          [slug, id],
          [name, id],
        ] as const,
    ),
  );
  const found = new Map<string, string | null>();
  const bySlug = new Map(categories.map((category) => [category.slug, category]));
  return async (slug) => {
    const category = slug === null ? undefined : bySlug.get(slug);
    if (!category) return null;
    const known = found.get(category.slug);
    if (known !== undefined) return known;
    const row = rowOf(category);
    const own = (present.get(row.slug) ?? present.get(row.name)) as string | undefined;
    const id = own ?? (report.dryRun ? null : await asBackend(database, (query) => insertCategory(query, row)));
    report.categories[own ? 'present' : 'created'] += 1;
    found.set(category.slug, id);
    return id;
  };
}

function rowOf({ slug, name, description }: SourceCategory): SourceCategory {
  const words = Array.from(name.trim()).slice(0, NAME_MAX_LENGTH).join('');
  const made = makeSlug(slug, words) ?? `category-${stableId(slug + words).slice(0, 8)}`;
  return { slug: made, name: words || made, description };
}

async function insertCategory(query: RunQuery, { slug, name, description }: SourceCategory): Promise<string> {
  const { rows } = await query(
    `insert into public.categories (slug, name, description) values ($1, $2, $3)
      on conflict (slug) do update set slug = excluded.slug returning id::text`,
    [slug, name, description],
  );
  return rows[0]!['id'] as string;
}

/** Inserts the rows of items, such as testimonials, that are not there yet. Throws PostgreSQL's errors. */
export async function importRows(rows: Partial<Rows>, database: DatabasePool, report: ImportReport): Promise<void> {
  for (const table of ROW_TABLES) await importTable(table, rows[table] ?? [], database, report);
}

async function importTable<Table extends RowTable>(
  table: Table,
  items: readonly Rows[Table][number][],
  database: DatabasePool,
  report: ImportReport,
): Promise<void> {
  if (items.length === 0) return;
  const columns = Object.keys(rowSchemas[table].shape) as (keyof Rows[Table][number])[];
  const params = columns.map((_, index) => `$${index + 1}`);
  // Another import may insert the same rows meanwhile.
  const insert = `insert into public.${table} (${columns.join(', ')}) values (${params.join(', ')}) on conflict (id) do nothing`;
  await inImport(database, report, async (query) => {
    const { rows } = await query(`select id::text from public.${table} where id = any($1)`, [
      items.map(({ id }) => id),
    ]);
    const present = new Set(rows.map(({ id }) => id));
    report[table].present += present.size;
    for (const item of items.filter(({ id }) => !present.has(id))) {
      await query(
        insert,
        columns.map((column) => item[column]),
      );
      report[table].created += 1;
    }
  });
}

/** Stores words of pages whose words nobody has changed here, in a draft neither. Throws PostgreSQL's errors. */
export async function importWords(
  pages: readonly ExportedWords[],
  database: DatabasePool,
  report: ImportReport,
): Promise<void> {
  await inImport(database, report, async (query) => {
    for (const { page, words } of pages) {
      const { rowCount } = await query(
        `update public.site_words w set words = $2 where page = $1 and words = '{}'
          and not exists (select from public.post_drafts d where d.post_id = w.id)`,
        [page, JSON.stringify(words)],
      );
      report.words[rowCount > 0 ? 'created' : 'present'] += 1;
    }
  });
}

const POST_PATH = /^\/blog\/([^/]+)$/;

/** The outcome for one address of the earlier website. */
export type Redirected = 'created' | 'present' | { error: string };

/**
 * Lets an address of the earlier website lead to a post. Addresses `/blog/…` are old slugs, others are rows of
 * `address_redirects`. Returns why there is no redirect where a page of this site has the address.
 */
export async function writeRedirect(
  query: RunQuery,
  post: { id: string; slug: string },
  pathname: string,
): Promise<Redirected> {
  const path = oldAddressOf(pathname);
  if (path === `/blog/${post.slug}`) return 'present';
  const slug = path && POST_PATH.exec(path)?.[1];
  if (!path || (findRoute(path) && !slug)) return { error: `no redirect from ${pathname}: this site has a page there` };
  return slug ? redirectSlug(query, post.id, slug) : insertOnce(query, 'address_redirects', 'path', path, post.id);
}

async function redirectSlug(query: RunQuery, postId: string, slug: string): Promise<Redirected> {
  const { rowCount } = await query('select from public.blog_posts where slug = $1', [slug]);
  if (rowCount > 0) return { error: `no redirect from /blog/${slug}: another post has this address` };
  return insertOnce(query, 'post_redirects', 'old_slug', slug, postId);
}

async function insertOnce(
  query: RunQuery,
  table: 'post_redirects' | 'address_redirects',
  column: 'old_slug' | 'path',
  value: string,
  postId: string,
): Promise<Redirected> {
  const { rowCount } = await query(
    `insert into public.${table} (${column}, post_id) values ($1, $2) on conflict (${column}) do nothing`,
    [value, postId],
  );
  if (rowCount > 0) return 'created';
  const { rows } = await query(`select post_id from public.${table} where ${column} = $1`, [value]);
  return rows[0]?.['post_id'] === postId ? 'present' : { error: `no redirect from ${value}: it leads to another post` };
}
