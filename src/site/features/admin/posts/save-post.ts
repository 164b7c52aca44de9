import {
  type AdminPost,
  conflictWith,
  createPost,
  findAdminPost,
  type PostInput,
  type PostSaveOptions,
  updatePost,
} from '#site/gateway/admin-posts.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { type PendingDraft, savePendingDraft } from '#site/gateway/post-drafts.ts';
import type { WriteRequest, Written } from '../form-session/form-session.ts';
import { likeBlank } from '../form-session/local-copy.ts';
import { fromLocalInput, toLocalInput } from './local-time.ts';
import {
  assignedToPost,
  EMPTY_POST,
  type PostValues,
  postVersion,
  publishedAtInput,
  valuesToPost,
} from './post-values.ts';

type PostRequest = WriteRequest<PostValues, AdminPost>;
type WrittenPost = Written<PostValues, AdminPost>;
/** Checks again that the slug of the values is free, and returns the one to use. */
export type SettleSlug = (client: DataClient, values: PostValues) => Promise<string>;

/**
 * Writes the form of a post. The editor's save writes the post as the form has it. An autosave writes a new post and a
 * draft in place, always as a draft; the changes of a published or archived post as its pending draft.
 * Throws PostConflict, DraftConflict, RejectedWrite, and the backend's error.
 */
export async function writePost(
  client: DataClient,
  request: PostRequest,
  settleSlug: SettleSlug,
): Promise<WrittenPost> {
  const { isAutosave, item, sent } = request;
  if (isAutosave && item && item.status !== 'draft') return writePending(client, request, item);
  const input = valuesToPost(sent, await settleSlug(client, sent));
  if (!isAutosave) {
    const saved = await writeInPlace(client, request, { ...input, ...publishedAtInput(sent, item) });
    return written(saved, assignedToPost(saved));
  }
  const saved = await writeInPlace(client, request, { ...input, status: 'draft' });
  // The slug is not assigned to its field: it follows the title until the editor saves.
  return { ...written(saved, {}), stored: { status: saved.status, published_at: toLocalInput(saved.published_at) } };
}

function written(saved: AdminPost, assigned: Partial<PostValues>): WrittenPost {
  return { item: saved, savedAt: saved.updated_at, version: postVersion(saved), assigned };
}

function writeInPlace(
  client: DataClient,
  { item, base, draft, newId, slot, isAutosave }: PostRequest,
  input: PostInput,
): Promise<AdminPost> {
  const options: PostSaveOptions = { form: slot, draft, ...(isAutosave && { autosave: true }) };
  return item
    ? updatePost(client, item.id, input, base ?? item.updated_at, options)
    : createPost(client, input, newId, options);
}

/** The error of a raised exception: the post was saved since the draft was started. */
const RAISED = 'P0001';

/**
 * Writes the form as the pending draft of its post. Throws PostConflict where somebody else saved the post since,
 * DraftConflict where they changed its pending draft, and the backend's error.
 */
async function writePending(client: DataClient, request: PostRequest, post: AdminPost): Promise<WrittenPost> {
  const { operation, sent, slot, base, draft: seen } = request;
  const fields = pendingFields(sent);
  const draft = { post_id: post.id, version: `${slot}:${operation}`, fields, base: base ?? post.updated_at };
  try {
    return writtenPending(await savePendingDraft(client, draft, seen));
  } catch (error) {
    if ((error as { code?: string }).code !== RAISED) throw error;
    const theirs = await findAdminPost(client, post.id);
    if (!theirs) throw error;
    const conflict = await conflictWith(client, theirs);
    if (conflict.by.form !== slot) throw conflict;
    // The post was saved by this form, and the answer was lost: the draft continues that save.
    return writtenPending(await savePendingDraft(client, { ...draft, base: theirs.updated_at }, seen));
  }
}

function writtenPending({ saved_at, base, version }: PendingDraft): WrittenPost {
  return { item: null, savedAt: saved_at, version: { base, draft: version }, assigned: {} };
}

/** The values of a form as every editor can read them: with the time of publication in UTC. */
function pendingFields(values: PostValues): PostValues {
  return { ...values, published_at: fromLocalInput(values.published_at) ?? '' };
}

export function pendingToValues({ fields }: PendingDraft): PostValues {
  const values = likeBlank(fields, EMPTY_POST);
  return { ...values, published_at: toLocalInput(values.published_at || null) };
}
