import { freeSlug } from '#contract/slug.ts';
import { SENTENCES } from '#site/messages.ts';
import type { DataClient } from './client.ts';
import { PostConflict } from './post-conflict.ts';
import type { PublicPost } from './posts.ts';
import { expectOneRow } from './rejected-write.ts';

/** A post as an administrator reads it, whatever its status. */
export type AdminPost = PublicPost & { author_id: string | null };

/**
 * What the form of a post writes (specification §7, and the image of §3). `published_at` only where the editor chose a
 * moment; null takes it away. Otherwise it is the database's to set.
 */
export type PostRow = Pick<
  AdminPost,
  | 'title'
  | 'slug'
  | 'excerpt'
  | 'content'
  | 'status'
  | 'category_id'
  | 'meta_title'
  | 'meta_description'
  | 'meta_keywords'
  | 'featured_image_url'
> & { published_at?: string | null };

const WHOLE =
  'id, title, slug, excerpt, content, status, category_id, meta_title, meta_description, meta_keywords, ' +
  'featured_image_url, published_at, created_at, updated_at, author_id, categories(id, name, slug)';

/** The post with this id, or null. Rethrows the backend's error. */
export async function findAdminPost(client: DataClient, id: string): Promise<AdminPost | null> {
  const { data, error } = await client.from('blog_posts').select(WHOLE).eq('id', id).maybeSingle();
  if (error) throw error;
  return data as unknown as AdminPost | null;
}

/** Creates a post in the name of the signed-in user; its id. Throws where nobody is signed in, and the backend's error. */
export async function createPost(client: DataClient, row: PostRow): Promise<string> {
  const { data: current } = await client.auth.getSession();
  if (!current.session) throw new Error(SENTENCES.notAuthenticated);
  const { data, error } = await client
    .from('blog_posts')
    .insert({ ...row, author_id: current.session.user.id })
    .select('id');
  if (error) throw error;
  expectOneRow(data);
  return data[0]?.id ?? '';
}

/**
 * Changes the post if it still is the version that was `seen` (its `updated_at`). Throws PostConflict with the version
 * that stands where somebody else saved meanwhile, RejectedWrite where no row may be touched, and the backend's error.
 */
export async function updatePost(client: DataClient, id: string, row: Partial<PostRow>, seen: string): Promise<void> {
  const { data, error } = await client.from('blog_posts').update(row).eq('id', id).eq('updated_at', seen).select('id');
  if (error) throw error;
  if (data.length === 1) return;
  const theirs = await findAdminPost(client, id);
  // The save before this one arrived and its answer did not: what stands is what is wanted.
  if (theirs && holds(theirs, row)) return;
  if (theirs && theirs.updated_at !== seen) throw new PostConflict(theirs);
  expectOneRow(data);
}

/** Throws RejectedWrite where no row was touched, and the backend's error. */
export async function deletePost(client: DataClient, id: string): Promise<void> {
  const { data, error } = await client.from('blog_posts').delete().eq('id', id).select('id');
  if (error) throw error;
  expectOneRow(data);
}

/** The slugs of other posts that are this one, or this one with a number. Rethrows the backend's error, at once. */
export async function listTakenSlugs(client: DataClient, slug: string, ownId?: string): Promise<string[]> {
  const query = client.from('blog_posts').select('slug').filter('slug', 'match', `^${slug}(-[0-9]+)?$`);
  const { data, error } = await (ownId ? query.neq('id', ownId) : query).retry(false);
  if (error) throw error;
  return data.map((post) => post.slug);
}

/** Makes a draft of the same words under the given title and a free slug; its id. Throws as reading and creating do. */
export async function duplicatePost(
  client: DataClient,
  id: string,
  titleOf: (title: string) => string,
): Promise<string> {
  const post = await findAdminPost(client, id);
  expectOneRow(post ? [post] : []);
  const { title, slug, excerpt, content, category_id, meta_title, meta_description, meta_keywords } = post!;
  const wanted = `${slug.slice(0, 180)}-copy`;
  return createPost(client, {
    title: titleOf(title),
    slug: freeSlug(wanted, new Set(await listTakenSlugs(client, wanted))),
    excerpt,
    content,
    status: 'draft',
    category_id,
    // A meta title that only repeats the title would name the copy after its original.
    meta_title: meta_title === title ? titleOf(title) : meta_title,
    meta_description,
    meta_keywords,
    featured_image_url: post!.featured_image_url,
  });
}

function holds(post: AdminPost, row: Partial<PostRow>): boolean {
  return (Object.keys(row) as (keyof PostRow)[]).every((name) => {
    const wanted = row[name];
    if (wanted === undefined) return true;
    if (name !== 'published_at') return post[name] === wanted;
    return wanted !== null && Date.parse(post.published_at ?? '') === Date.parse(wanted);
  });
}
