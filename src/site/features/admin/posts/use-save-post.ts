import { type AdminPost, createPost, updatePost } from '#site/gateway/admin-posts.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { PostConflict } from '#site/gateway/post-conflict.ts';
import { MESSAGES } from '#site/messages.ts';
import { STALE_AFTER } from '../query-keys.ts';
import type { ItemForm } from '../use-item-form.ts';
import { useSave } from '../use-save.ts';
import { type PostValues, momentToWrite, valuesToPost } from './post-values.ts';

type SavePostSteps = {
  item: AdminPost | null;
  settleSlug: (client: DataClient) => Promise<string>;
  form: ItemForm<PostValues>;
  onClose: () => void;
};

type Params = { values: PostValues; over: AdminPost | null };

/** Saves the form over the version that was seen: the one that was opened, or another editor's that was shown since. */
export function useSavePost({ item, settleSlug, form, onClose }: SavePostSteps) {
  const rowOf = async (client: DataClient, { values, over }: Params) => ({
    ...valuesToPost(values, await settleSlug(client)),
    ...momentToWrite(values, over),
  });
  const { save, isSaving, errorKind, error } = useSave<Params>({
    create: async (client, params) => createPost(client, await rowOf(client, params)),
    update: async (client, id, params) =>
      updatePost(client, id, await rowOf(client, params), params.over?.updated_at ?? ''),
    stale: STALE_AFTER.post,
    created: MESSAGES.postCreated,
    updated: MESSAGES.postUpdated,
    failed: MESSAGES.savePostFailed,
    onSaved: () => {
      form.forget();
      onClose();
    },
  });
  return {
    isSaving,
    errorKind,
    conflict: !isSaving && error instanceof PostConflict ? error.theirs : null,
    save: (values: PostValues, over: AdminPost | null = item) => save({ id: item?.id, row: { values, over } }),
  };
}
