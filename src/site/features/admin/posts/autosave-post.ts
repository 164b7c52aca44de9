import { type AdminPost, createPost, updatePost } from '#site/gateway/admin-posts.ts';
import type { DataClient } from '#site/gateway/client.ts';
import type { ItemForm, Written } from '../use-item-form.ts';
import { keepPending } from './keep-pending.ts';
import { toLocalInput } from './local-time.ts';
import { type PostValues, postVersion, valuesToPost } from './post-values.ts';

type Autosave = {
  /** The post as this form knows it; null for a new one. */
  post: AdminPost | null;
  sent: PostValues;
  form: ItemForm<PostValues>;
  settleSlug: (client: DataClient) => Promise<string>;
};

/** `post` is null where the changes were saved as the pending draft. */
export type Autosaved = { post: AdminPost | null; savedAt: string; written: Written<PostValues> };

/**
 * Saves a new post and a draft in place, always as a draft; the changes of a published or archived post as its pending
 * draft. Throws PostConflict, DraftConflict, RejectedWrite, and the backend's error.
 */
export async function autosavePost(client: DataClient, options: Autosave): Promise<Autosaved> {
  const { post } = options;
  return post && post.status !== 'draft' ? savePending(client, options, post) : saveInPlace(client, options);
}

async function saveInPlace(client: DataClient, { post, sent, form, settleSlug }: Autosave): Promise<Autosaved> {
  const { base, draft, newId } = form.origin.current;
  const input = { ...valuesToPost(sent, await settleSlug(client)), status: 'draft' as const };
  const meant = { form: form.slot, autosave: true, draft };
  const saved = post
    ? await updatePost(client, post.id, input, base ?? post.updated_at, meant)
    : await createPost(client, input, newId, meant);
  // The slug is not assigned to its field: it follows the title until the editor saves.
  const stored = { status: saved.status, published_at: toLocalInput(saved.published_at) };
  const written = { itemId: saved.id, version: postVersion(saved), assigned: {}, stored };
  return { post: saved, savedAt: saved.updated_at, written };
}

async function savePending(client: DataClient, { sent, form }: Autosave, post: AdminPost): Promise<Autosaved> {
  const { base, draft } = form.origin.current;
  const kept = await keepPending(client, { post, sent, form: form.slot, base: base ?? post.updated_at, seen: draft });
  const written = { itemId: post.id, version: { base: kept.base, draft: kept.version }, assigned: {} };
  return { post: null, savedAt: kept.saved_at, written };
}
