import type { Category } from './items.ts';
import type { DataClient } from './client.ts';
import { onlyPublic } from './posts.ts';

export type CategoryName = Pick<Category, 'name' | 'slug'>;

/** The categories that have public posts, in order of their names. Rethrows the backend's error. */
export async function listCategoriesWithPosts(client: DataClient): Promise<CategoryName[]> {
  // An empty inner embed filters the categories and returns no posts.
  const categories = client.from('categories').select('name, slug, blog_posts!inner()');
  const { data, error } = await onlyPublic(categories, 'blog_posts.').order('name');
  if (error) throw error;
  return data;
}

/** The category with this slug, or null. Rethrows the backend's error. */
export async function findCategory(client: DataClient, slug: string): Promise<Category | null> {
  const { data, error } = await client.from('categories').select('*').eq('slug', slug).maybeSingle();
  if (error) throw error;
  return data;
}
