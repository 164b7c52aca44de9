import { freeSlug } from '#contract/slug.ts';
import { SENTENCES } from '#site/messages.ts';
import { type DataClient, signedIn } from './client.ts';
import { anyContains, dataOf } from './lists.ts';
import type { PostCategory } from './posts.ts';
import type { PostFields, Row } from './site-database.ts';
import { findSaver, insertOnce, isOneOf, ItemConflict, newId, RejectedWrite, writeOneRow } from './writes.ts';

/** A post with any status, as an administrator reads it. */
export type AdminPost = PostFields &
  Pick<Row<'blog_posts'>, 'id' | 'created_at' | 'updated_at' | 'author_id'> & { categories: PostCategory | null };

/**
 * What the form of a post writes (specification §7, the image of §3, and the by-line). `published_at` only where the editor chose a
 * time; null removes it. Otherwise the database sets it.
 */
export type PostInput = Omit<PostFields, 'published_at'> & Partial<Pick<PostFields, 'published_at'>>;

const COLUMNS =
  'id, title, slug, excerpt, content, status, category_id, meta_title, meta_description, meta_keywords, featured_image_url, published_at, author, reviewer, law_as_of, created_at, updated_at, author_id, categories(id, name, slug)';

/** Somebody else saved the post since it was opened; nothing was overwritten. */
export class PostConflict extends ItemConflict<AdminPost> {
  override name = 'PostConflict';
}

/** The post with this id, or null. Rethrows the backend's error. */
export function findAdminPost(client: DataClient, id: string): Promise<AdminPost | null> {
  return dataOf(client.from('blog_posts').select(COLUMNS).eq('id', id).maybeSingle());
}

const MAX_FOUND = 200;
/** The data API limits the patterns of a request together. */
const MAX_SOUGHT = 60;

/**
 * The posts with the beginning of the phrase in one of the columns, in either form of Unicode, whatever stands for its
 * spaces and signs, such as `&rsquo;` in the content; the newest, at most 200. Rethrows the backend's error.
 */
export function listPostsWith(client: DataClient, phrase: string, columns: readonly string[]): Promise<AdminPost[]> {
  const beginning = Array.from(phrase.trim()).slice(0, MAX_SOUGHT).join('');
  const spellings = [...new Set([beginning.normalize('NFC'), beginning.normalize('NFD')])];
  const signs = /[^\p{L}\p{M}\p{N}]/gu;
  const conditions = spellings.flatMap((spelling) => [
    `content.match."${spelling.replace(signs, '.{1,9}')}"`,
    anyContains(columns, spelling.replace(signs, '*')),
  ]);
  const query = client.from('blog_posts').select(COLUMNS).or(conditions.join(','));
  return dataOf(query.order('created_at', { ascending: false }).order('id').limit(MAX_FOUND));
}

/**
 * Creates the post `id`, once, with the signed-in user as its author; returns it. Throws PostConflict where somebody
 * changed it after an earlier attempt, an error without a session, and the backend's error.
 */
export async function createPost(
  client: DataClient,
  input: PostInput,
  id = newId(),
  options: PostSaveOptions = {},
): Promise<AdminPost> {
  await signedIn();
  const { data: current } = await client.auth.getSession();
  if (!current.session) throw new Error(SENTENCES.notAuthenticated);
  const row = { ...input, id, author_id: current.session.user.id, save_options: options };
  return insertOnce<AdminPost>({
    insert: () => client.from('blog_posts').insert(row).select(COLUMNS),
    find: () => findAdminPost(client, id),
    hasValues: (made) => holds(made, input),
    overwrite: async (made) => {
      if (isPublishedByHand(made, options)) throw await conflictWith(client, made);
      // An insert sets both times to the same value, so that a later change is a conflict.
      return updatePost(client, id, input, made.created_at, options);
    },
  });
}

/**
 * Changes the post if its `updated_at` is still `seen`, or if the last save is one of `options.unanswered`; returns the changed post. Throws PostConflict where somebody else saved meanwhile, RejectedWrite where the post
 * is gone or may not be changed, and the backend's error.
 */
export async function updatePost(
  client: DataClient,
  id: string,
  input: Partial<PostInput>,
  seen: string,
  options: PostSaveOptions = {},
): Promise<AdminPost> {
  const written = await updateVersion(client, id, input, seen, options);
  if (written) return written;
  const theirs = await findAdminPost(client, id);
  if (!theirs || theirs.updated_at === seen) throw new RejectedWrite();
  // An earlier attempt was saved but its answer was lost: the post already has these values.
  if (holds(theirs, input) && !options.draft) return theirs;
  const conflict = await conflictWith(client, theirs);
  const isOwn = isOneOf(conflict.by.operation, options.unanswered) && !isPublishedByHand(theirs, options);
  const repeated = isOwn ? await updateVersion(client, id, input, theirs.updated_at, options) : null;
  if (!repeated) throw conflict;
  return repeated;
}

/** The error that says who saved the present version of the post. Rethrows the backend's error. */
export async function conflictWith(client: DataClient, theirs: AdminPost): Promise<PostConflict> {
  return new PostConflict(theirs, await findSaver(client, 'blog_posts', theirs));
}

/** Whether a save that keeps would turn a post into a draft that was saved as something else. */
function isPublishedByHand(post: AdminPost, options: PostSaveOptions): boolean {
  return options.keeps === true && post.status !== 'draft';
}

async function updateVersion(
  client: DataClient,
  id: string,
  input: Partial<PostInput>,
  seen: string,
  options: PostSaveOptions,
): Promise<AdminPost | null> {
  const data = await dataOf(
    client
      .from('blog_posts')
      .update({ ...input, save_options: options })
      .eq('id', id)
      .eq('updated_at', seen)
      .select(COLUMNS),
  );
  return data[0] ?? null;
}

/** Throws RejectedWrite where no row was deleted, and the backend's error. */
export async function deletePost(client: DataClient, id: string): Promise<void> {
  await writeOneRow(client.from('blog_posts').delete().eq('id', id).select('id'));
}

/** The same of a draft. One that somebody has published meanwhile stays. */
export async function deleteDraft(client: DataClient, id: string): Promise<void> {
  const drafts = client.from('blog_posts').delete().eq('status', 'draft');
  await writeOneRow(drafts.eq('id', id).select('id'));
}

/** The slugs of other posts that equal this one, or this one with a number. Does not retry. Rethrows the backend's error. */
export async function listTakenSlugs(client: DataClient, slug: string, ownId?: string): Promise<string[]> {
  const query = client.from('blog_posts').select('slug').filter('slug', 'match', `^${slug}(-[0-9]+)?$`);
  const data = await dataOf((ownId ? query.neq('id', ownId) : query).retry(false));
  return data.map((post) => post.slug);
}

/** Copies the post as a draft with the given title and a free slug; returns its id. Throws as reading and creating do. */
export async function duplicatePost(
  client: DataClient,
  id: string,
  titleOf: (title: string) => string,
): Promise<string> {
  const post = await findAdminPost(client, id);
  if (!post) throw new RejectedWrite();
  const { title, slug, excerpt, content, category_id, meta_title, meta_description, meta_keywords } = post;
  const { author, reviewer, law_as_of } = post;
  const wanted = `${slug.slice(0, 180)}-copy`;
  const copy = await createPost(client, {
    title: titleOf(title),
    slug: freeSlug(wanted, new Set(await listTakenSlugs(client, wanted))),
    excerpt,
    content,
    status: 'draft',
    category_id,
    // A meta title that repeats the title follows it.
    meta_title: meta_title === title ? titleOf(title) : meta_title,
    meta_description,
    meta_keywords,
    featured_image_url: post.featured_image_url,
    author,
    reviewer,
    law_as_of,
  });
  return copy.id;
}

function holds(post: AdminPost, input: Partial<PostInput>): boolean {
  return (Object.keys(input) as (keyof PostInput)[]).every((name) => {
    const wanted = input[name];
    if (wanted === undefined) return true;
    if (name !== 'published_at') return post[name] === wanted;
    return wanted !== null && Date.parse(post.published_at ?? '') === Date.parse(wanted);
  });
}

/** How a save of a post is meant; a trigger acts on it (migration 20261124000030). */
export type PostSaveOptions = {
  /** The id of the save; it is stored with the version that it makes. */
  operation?: string;
  /** The saves of the same words that have not been answered. Their pending drafts are deleted too. */
  unanswered?: string[];
  /** True if the post may not become public, or stop being so. The database ignores it. */
  keeps?: boolean;
  /** True if the editor did not ask for the save. */
  autosave?: boolean;
  /** The version of the pending draft that the save includes: it is deleted in the same transaction. */
  draft?: string | null;
};
