import { type AdminPost, PostConflict, createPost, updatePost } from '#site/gateway/admin-posts.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { MESSAGES } from '#site/messages.ts';
import { STALE_AFTER } from '../refresh-queries.ts';
import type { ItemForm } from '../use-item-form.ts';
import { type SaveOptions, useSave } from '../use-save.ts';
import { type PostValues, assignedToPost, postVersion, publishedAtInput, valuesToPost } from './post-values.ts';

type SavePostOptions = {
  item: AdminPost | null;
  settleSlug: (client: DataClient) => Promise<string>;
  form: ItemForm<PostValues>;
  onClose: () => void;
  onContinue: (saved: AdminPost) => void;
};

/** Saves the form over the version that the editor has seen: the opened one, or the other one of a conflict. */
export function useSavePost({ item, settleSlug, form, onClose, onContinue }: SavePostOptions) {
  const inputOf = async (client: DataClient, values: PostValues, over: AdminPost | null) => ({
    ...valuesToPost(values, await settleSlug(client)),
    ...publishedAtInput(values, over),
  });
  const { save, isSaving, errorKind, error } = useSave<PostValues, AdminPost>({
    form,
    create: async (client, values) => createPost(client, await inputOf(client, values, null), form.newId),
    // The opened item is the version that the editor has seen, except where the form started with an older copy.
    update: async (client, values, over) => {
      const seen = over === item ? (form.base ?? over.updated_at) : over.updated_at;
      return updatePost(client, over.id, await inputOf(client, values, over), seen);
    },
    readWritten: (saved) => ({ version: postVersion(saved), assigned: assignedToPost(saved) }),
    stale: STALE_AFTER.post,
    created: MESSAGES.postCreated,
    updated: MESSAGES.postUpdated,
    failed: MESSAGES.savePostFailed,
    onClose,
    onContinue,
  });
  return {
    isSaving,
    errorKind,
    conflict: !isSaving && error instanceof PostConflict ? error.theirs : null,
    save: (values: PostValues, over: AdminPost | null = item, options: SaveOptions = {}) => save(values, over, options),
  };
}
