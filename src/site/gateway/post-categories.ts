import type { Category } from './categories.ts';
import type { DataClient } from './client.ts';

export type CategoryName = Pick<Category, 'name' | 'slug'>;

/** The categories that have published posts, in order of their names. Rethrows the backend's error. */
export async function listCategoriesWithPosts(client: DataClient): Promise<CategoryName[]> {
  const { data, error } = await client
    .from('categories')
    // An empty embed that must exist: it filters the categories and brings no rows.
    .select('name, slug, blog_posts!inner()')
    .eq('blog_posts.status', 'published')
    .order('name');
  if (error) throw error;
  return data;
}

/** The category with this slug, or null. Rethrows the backend's error. */
export async function findCategory(client: DataClient, slug: string): Promise<Category | null> {
  const { data, error } = await client.from('categories').select('*').eq('slug', slug).maybeSingle();
  if (error) throw error;
  return data;
}
