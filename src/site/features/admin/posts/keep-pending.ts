import { type AdminPost, conflictWith, findAdminPost } from '#site/gateway/admin-posts.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { newId } from '#site/gateway/new-id.ts';
import { type PendingDraft, savePendingDraft } from '#site/gateway/post-drafts.ts';
import { likeBlank } from '../local-copy.ts';
import { fromLocalInput, toLocalInput } from './local-time.ts';
import { EMPTY_POST, type PostValues } from './post-values.ts';

/** The error of a raised exception: the post was saved since the draft was started. */
const RAISED = 'P0001';

type Pending = {
  post: AdminPost;
  sent: PostValues;
  /** The slot of the form. */
  form: string;
  /** The version of the post that the form is based on. */
  base: string;
  /** The version of the pending draft that the form is based on. */
  seen: string | null;
};

/**
 * Writes the form as the pending draft of its post; returns it. Throws PostConflict where somebody else saved the post
 * since, DraftConflict where they changed its pending draft, and the backend's error.
 */
export async function keepPending(
  client: DataClient,
  { post, sent, form, base, seen }: Pending,
): Promise<PendingDraft> {
  const draft = { post_id: post.id, version: `${form}:${newId()}`, fields: pendingFields(sent), base };
  try {
    return await savePendingDraft(client, draft, seen);
  } catch (error) {
    if ((error as { code?: string }).code !== RAISED) throw error;
    const theirs = await findAdminPost(client, post.id);
    if (!theirs) throw error;
    const conflict = await conflictWith(client, theirs);
    // The form's own save, whose answer was lost.
    if (conflict.by.form === form) return savePendingDraft(client, { ...draft, base: theirs.updated_at }, seen);
    throw conflict;
  }
}

/** The values of a form as every editor can read them: with the time of publication in UTC. */
function pendingFields(values: PostValues): PostValues {
  return { ...values, published_at: fromLocalInput(values.published_at) ?? '' };
}

export function pendingToValues({ fields }: PendingDraft): PostValues {
  const values = likeBlank(fields, EMPTY_POST);
  return { ...values, published_at: toLocalInput(values.published_at || null) };
}
