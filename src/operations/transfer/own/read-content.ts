import { asBackend } from '#backend/database/as-caller.ts';
import type { DatabasePool } from '#backend/database/connect.ts';
import { type ExportedContent, type ExportedPost, ROW_TABLES, type Rows } from './format.ts';

type Kinds = {
  category: ExportedContent['categories'][number];
  picture: { key: string; notes: Record<string, unknown> };
  post: ExportedPost;
};

/** All posts together may be larger than the memory, so they are handed over one at a time. */
export type StoredContent = { [Kind in Exclude<keyof Kinds, 'post'>]: Kinds[Kind][] } & Rows;

const POSTS_AT_ONCE = 50;

/**
 * The files of an export are written while the cursor is open (PostgreSQL 17 and later limit the time of a transaction).
 */
const WITHOUT_TIME_LIMIT = `select set_config('transaction_timeout', '0', true)
  where current_setting('server_version_num')::int >= 170000`;

/** All content as of one moment: a cursor has one snapshot. Times keep PostgreSQL's microseconds. */
const CONTENT = `declare content no scroll cursor for
  select 'category' as kind, created_at as at, slug as name, to_jsonb(c) as item from public.categories c
  union all
  ${ROW_TABLES.map((table) => `select '${table}', created_at, to_jsonb(t)->>'name', to_jsonb(t) from public.${table} t\n  union all`).join('\n  ')}
  select 'picture', created_at, name, jsonb_build_object('key', name, 'notes', coalesce(user_metadata, '{}'))
    from storage.objects where bucket_id = 'media' and version is not null
  union all
  select 'post', p.created_at, p.slug,
    to_jsonb(p) - array['search', 'card_excerpt', 'reading_minutes', 'save_options', 'category_id', 'author_id']
    || jsonb_build_object(
      'category', (select slug from public.categories where id = p.category_id),
      'author_email', (select email from auth.users where id = p.author_id),
      'old_slugs', (select coalesce(jsonb_agg(old_slug order by old_slug), '[]') from public.post_redirects where post_id = p.id),
      'old_addresses', (select coalesce(jsonb_agg(path order by path), '[]') from public.address_redirects where post_id = p.id)
    )
    from public.blog_posts p
  order by kind, at, name`;

const emptyRows = () => Object.fromEntries(ROW_TABLES.map((table) => [table, []])) as unknown as Rows;

/**
 * Reads the content of the site, drafts included; each post goes to `onPost`, which may take a few seconds. Throws
 * DatabaseUnavailable, and what `onPost` throws.
 */
export async function readContent(
  database: DatabasePool,
  onPost: (post: ExportedPost) => Promise<void>,
): Promise<StoredContent> {
  const content: StoredContent = { category: [], picture: [], ...emptyRows() };
  await asBackend(database, async (query) => {
    await query(WITHOUT_TIME_LIMIT);
    await query(CONTENT);
    for (;;) {
      const { rows } = await query(`fetch ${POSTS_AT_ONCE} from content`);
      if (rows.length === 0) return;
      for (const { kind, item } of rows) {
        if (kind === 'post') await onPost(item as ExportedPost);
        else content[kind as keyof StoredContent].push(item as never);
      }
    }
  });
  return content;
}
