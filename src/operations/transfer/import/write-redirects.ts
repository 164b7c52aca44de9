import type { RunQuery } from '#backend/database/connect.ts';
import { oldAddressOf } from '#contract/old-address.ts';
import { findRoute } from '#site/route-table.ts';

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
  return slug ? redirectSlug(query, post.id, slug) : redirectPath(query, post.id, path);
}

async function redirectSlug(query: RunQuery, postId: string, slug: string): Promise<Redirected> {
  const { rowCount } = await query('select from public.blog_posts where slug = $1', [slug]);
  if (rowCount > 0) return { error: `no redirect from /blog/${slug}: another post has this address` };
  return insertOnce(query, 'post_redirects', 'old_slug', slug, postId);
}

const redirectPath = (query: RunQuery, postId: string, path: string) =>
  insertOnce(query, 'address_redirects', 'path', path, postId);

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
