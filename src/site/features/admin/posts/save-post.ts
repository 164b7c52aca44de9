import {
  type AdminPost,
  conflictWith,
  createPost,
  findAdminPost,
  PostConflict,
  type PostInput,
  type PostSaveOptions,
  updatePost,
} from '#site/gateway/admin-posts.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { DraftConflict, type PendingDraft, readVersionOf, savePendingDraft } from '#site/gateway/post-drafts.ts';
import { isOneOf, RAISED } from '#site/gateway/writes.ts';
import type { OtherVersion, WriteRequest, Written } from '../form-session/form-state.ts';
import { likeBlank } from '../form-session/local-copy.ts';
import type { OtherSave } from '../form-session/write-error.ts';
import { fromLocalInput, toLocalInput } from './local-time.ts';
import {
  assignedToPost,
  EMPTY_POST,
  postToValues,
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
 * Writes the form of a post. A save that keeps writes a new post and a draft in place, always as a draft; the changes of
 * a published or archived post as its pending draft. Any other save writes the post as the form has it.
 * Throws PostConflict, DraftConflict, RejectedWrite, and the backend's error.
 */
export async function writePost(
  client: DataClient,
  request: PostRequest,
  settleSlug: SettleSlug,
): Promise<WrittenPost> {
  const { keeps, item, sent } = request;
  if (keeps && item && item.status !== 'draft') return writePending(client, request, item);
  const input = valuesToPost(sent, await settleSlug(client, sent));
  if (!keeps) {
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
  { item, base, draft, newId, operation, unanswered, keeps, asked }: PostRequest,
  input: PostInput,
): Promise<AdminPost> {
  const options: PostSaveOptions = {
    operation,
    unanswered: operationsOf(unanswered),
    draft,
    ...(keeps && { keeps }),
    ...(asked === null && { autosave: true }),
  };
  return item
    ? updatePost(client, item.id, input, base ?? item.updated_at, options)
    : createPost(client, input, newId, options);
}

function operationsOf(unanswered: PostRequest['unanswered']): string[] {
  return unanswered.map(({ operation }) => operation);
}

/**
 * Writes the form as the pending draft of its post. Throws PostConflict where somebody else saved the post since,
 * DraftConflict where they changed its pending draft, and the backend's error.
 */
async function writePending(client: DataClient, request: PostRequest, post: AdminPost): Promise<WrittenPost> {
  const { operation, sent, base } = request;
  const unanswered = operationsOf(request.unanswered);
  const seen = [...unanswered, ...(request.draft === null ? [] : [request.draft])];
  const fields = pendingFields(sent);
  const draft = { post_id: post.id, version: operation, fields, base: base ?? post.updated_at };
  try {
    return writtenPending(await savePendingDraft(client, draft, seen));
  } catch (error) {
    // Raised where the post was saved since the draft was started.
    if ((error as { code?: string }).code !== RAISED) throw error;
    const theirs = await findAdminPost(client, post.id);
    if (!theirs) throw error;
    const conflict = await conflictWith(client, theirs);
    if (!isOneOf(conflict.by.operation, unanswered)) throw conflict;
    // The draft continues a save whose answer was lost.
    return writtenPending(await savePendingDraft(client, { ...draft, base: theirs.updated_at }, seen));
  }
}

/** The other version that a write met: of the post, or of its pending draft. */
export async function readPostConflict(
  client: DataClient,
  error: OtherSave,
  { item, base }: PostRequest,
): Promise<OtherVersion<PostValues, AdminPost>> {
  // A new post that was created although the answer was lost has no base yet.
  const [id, since] = error instanceof PostConflict ? [error.theirs.id, error.theirs.created_at] : [item!.id, ''];
  const version = item?.updated_at === base ? item : await readVersionOf(client, id, base ?? since);
  const ancestor = version && postToValues(version);
  const { mergePosts: merge } = await import('./versions/merge-posts.ts');
  if (error instanceof DraftConflict)
    return { with: 'draft', draft: error.theirs.version, theirs: pendingToValues(error.theirs), ancestor, merge };
  const post = error.theirs as AdminPost;
  return { with: 'item', item: post, theirs: postToValues(post), ancestor, merge };
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
