import { type AdminPost, PostConflict, createPost, updatePost } from '#site/gateway/admin-posts.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { MESSAGES } from '#site/messages.ts';
import { STALE_AFTER } from '../refresh-queries.ts';
import type { ItemForm } from '../use-item-form.ts';
import { useSave } from '../use-save.ts';
import { type PostValues, publishedAtInput, valuesToPost } from './post-values.ts';

type SavePostOptions = {
  item: AdminPost | null;
  settleSlug: (client: DataClient) => Promise<string>;
  form: ItemForm<PostValues>;
  onClose: () => void;
};

type Params = { values: PostValues; over: AdminPost | null };

/** Saves the form over the version that the editor has seen: the opened one, or the other one of a conflict. */
export function useSavePost({ item, settleSlug, form, onClose }: SavePostOptions) {
  const inputOf = async (client: DataClient, { values, over }: Params) => ({
    ...valuesToPost(values, await settleSlug(client)),
    ...publishedAtInput(values, over),
  });
  const { save, isSaving, errorKind, error } = useSave<Params>({
    create: async (client, params) => createPost(client, await inputOf(client, params)),
    update: async (client, id, params) =>
      updatePost(client, id, await inputOf(client, params), params.over?.updated_at ?? ''),
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
    save: (values: PostValues, over: AdminPost | null = item) => save({ id: item?.id, input: { values, over } }),
  };
}
