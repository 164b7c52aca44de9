import type { DataClient } from './client.ts';
import { dataOf } from './lists.ts';
import type { PostSummary } from './posts.ts';
import type { PostFields, Row } from './site-database.ts';

/** The link of a post, or of a page, for people without an account. */
export type PreviewLink = Pick<Row<'post_previews'>, 'created_at' | 'expires_at'>;

/** The link of the post that still works, or null. Rethrows the backend's error, as all here. */
export function findPreviewLink(client: DataClient, postId: string): Promise<PreviewLink | null> {
  return dataOf(
    client
      .from('post_previews')
      .select('created_at, expires_at')
      .eq('post_id', postId)
      .gt('expires_at', 'now')
      .maybeSingle(),
  );
}

/** Makes a link of the post in place of an earlier one. Returns its path, which cannot be read again. */
export async function createPreviewLink(client: DataClient, postId: string): Promise<string> {
  const data = await dataOf(client.rpc('create_post_preview', { post: postId }));
  return `/preview?token=${(data as { token: string }).token}`;
}

export async function endPreviewLink(client: DataClient, postId: string): Promise<void> {
  await dataOf(client.from('post_previews').delete().eq('post_id', postId));
}

/** A post as readers will see it. */
type PreviewedPost = Pick<
  PostSummary,
  'title' | 'slug' | 'featured_image_url' | 'published_at' | 'created_at' | 'categories'
> &
  Pick<PostFields, 'excerpt' | 'content' | 'author' | 'reviewer' | 'law_as_of'>;

export type PostPreview = {
  expires_at: string;
  /** Whether it shows changes of a post that is or was public. */
  is_pending: boolean;
  /** The slug of the post, where its own page shows the same. */
  address: string | null;
  post: PreviewedPost;
};

/** As `create_post_preview` makes it. */
const TOKEN = /^[0-9a-f]{64}$/;

/** The post whose link has this token, or null. The token is in the body of the request, which no log has. */
export async function readPostPreview(client: DataClient, token: string): Promise<PostPreview | null> {
  if (!TOKEN.test(token)) return null;
  const data = await dataOf(client.rpc('read_post_preview', { token }));
  return data as PostPreview | null;
}

/** The page of words whose link has this token, and its draft, which is null where there is none; null for another token. */
export async function readWordsPreview(client: DataClient, token: string): Promise<WordsPreview | null> {
  if (!TOKEN.test(token)) return null;
  const data = await dataOf(client.rpc('read_words_preview', { token }));
  return data as WordsPreview | null;
}

type WordsPreview = { expires_at: string; page: string; words: object | null };
