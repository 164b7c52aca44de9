import { findUserByEmail } from '#backend/auth/accounts/users.ts';
import type { RunQuery } from '#backend/database/connect.ts';
import type { PostRow } from './prepare-post.ts';

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
] as const;

export type WrittenPost = PostRow & { category_id: string | null };

/** Inserts a post with its dates; the author is the account with this address, if there is one. Throws PostgreSQL's errors. */
export async function insertPost(query: RunQuery, post: WrittenPost, authorEmail: string | null): Promise<void> {
  const author = authorEmail ? await findUserByEmail(query, authorEmail.trim().toLowerCase()) : null;
  const columns = ['id', ...WRITTEN, 'published_at', 'author_id'];
  const values = [post.id, ...WRITTEN.map((name) => post[name]), post.published_at, author?.id ?? null];
  const places = values.map((_, n) => `$${n + 1}`);
  await query(
    `insert into public.blog_posts (${columns.join(', ')}, created_at, updated_at)
      values (${places.join(', ')}, coalesce($${values.length + 1}::timestamptz, now()), coalesce($${values.length + 2}::timestamptz, now()))`,
    [...values, post.created_at, post.updated_at],
  );
}

/** Writes a post again; returns whether anything was different. Throws PostgreSQL's errors. */
export async function updatePost(query: RunQuery, post: WrittenPost): Promise<boolean> {
  const places = WRITTEN.map((_, n) => `$${n + 2}`);
  const publishedAt = `coalesce($${WRITTEN.length + 2}::timestamptz, case when $6 = 'published' then published_at end)`;
  const { rowCount } = await query(
    `update public.blog_posts set (${WRITTEN.join(', ')}, published_at) = (${places.join(', ')}, ${publishedAt})
      where id = $1 and (${WRITTEN.join(', ')}, published_at) is distinct from (${places.join(', ')}, ${publishedAt})`,
    [post.id, ...WRITTEN.map((name) => post[name]), post.published_at],
  );
  return rowCount > 0;
}
