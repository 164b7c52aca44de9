import { type AdminPost, PostConflict, createPost, updatePost } from '#site/gateway/admin-posts.ts';
import { type DataClient, browserClient } from '#site/gateway/client.ts';
import { discardPendingDraft } from '#site/gateway/post-drafts.ts';
import { MESSAGES } from '#site/messages.ts';
import { STALE_AFTER } from '../refresh-queries.ts';
import type { ItemForm } from '../use-item-form.ts';
import { type SaveOptions, useSave } from '../use-save.ts';
import type { SaveStatusMoves } from '../use-save-status.ts';
import { type PostValues, assignedToPost, postVersion, publishedAtInput, valuesToPost } from './post-values.ts';
import { usePostAutosave } from './use-post-autosave.ts';
import { useWriteQueue } from './use-write-queue.ts';

type SavePostOptions = {
  item: AdminPost | null;
  settleSlug: (client: DataClient) => Promise<string>;
  form: ItemForm<PostValues>;
  status: SaveStatusMoves;
  onClose: () => void;
  onContinue: (saved: AdminPost) => void;
  /** As onContinue, after a save that the editor did not ask for. */
  onAutosaved: (saved: AdminPost) => void;
};

/** Saves the form over the version that the editor has seen: the opened one, or the other one of a conflict. */
export function useSavePost(props: SavePostOptions) {
  const { item, settleSlug, form, status, onClose, onContinue, onAutosaved } = props;
  const enqueue = useWriteQueue();
  const autosave = usePostAutosave({ item, settleSlug, form, status, enqueue, onAutosaved });
  const write = async (client: DataClient, values: PostValues, over: AdminPost | null) => {
    const { base, draft, newId } = form.origin.current;
    // A conflict names the version that the editor has seen; otherwise it may be a save that this one waited for.
    const post = over === item ? autosave.latest.current : over;
    const input = { ...valuesToPost(values, await settleSlug(client)), ...publishedAtInput(values, post) };
    const meant = { form: form.slot, draft };
    if (!post) return createPost(client, input, newId, meant);
    return updatePost(client, post.id, input, over === item ? (base ?? post.updated_at) : post.updated_at, meant);
  };
  const { save, isSaving, error } = useSave<PostValues, AdminPost>({
    form,
    status,
    create: async (client, values) => enqueue(() => write(client, values, null)),
    update: async (client, values, over) => enqueue(() => write(client, values, over)),
    readWritten: (saved) => ({ version: postVersion(saved), assigned: assignedToPost(saved) }),
    stale: STALE_AFTER.post,
    created: MESSAGES.postCreated,
    updated: autosave.isCreatedByItself ? MESSAGES.postCreated : MESSAGES.postUpdated,
    failed: MESSAGES.savePostFailed,
    onClose,
    onContinue: (saved) => {
      autosave.resume(saved);
      onContinue(saved);
    },
  });
  const conflict = !isSaving && error instanceof PostConflict ? error : null;
  const { isOnlyManual } = autosave;
  return {
    isSaving,
    // The panel of a conflict says what the line would say.
    status: { ...status.status, isOnlyManual, ...(conflict && { error: null }) },
    conflict,
    isCreatedByItself: autosave.isCreatedByItself,
    discardCreated: autosave.discardCreated,
    /** Deletes the pending draft that the form is based on, if no other form has changed it. */
    discardPending: () => void enqueue(async () => discardOwn(item?.id, form.origin.current.draft)),
    save: (values: PostValues, over: AdminPost | null = item, options: SaveOptions = {}) => save(values, over, options),
  };
}

async function discardOwn(postId: string | undefined, version: string | null): Promise<void> {
  if (!postId || !version) return;
  try {
    await discardPendingDraft(await browserClient(), { post_id: postId, version });
  } catch (error) {
    console.info('The pending draft could not be deleted:', error);
  }
}
