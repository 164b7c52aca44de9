import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { type AdminPost, createPost, deletePost, updatePost } from '#site/gateway/admin-posts.ts';
import { type DataClient, browserClient } from '#site/gateway/client.ts';
import { MESSAGES } from '#site/messages.ts';
import { toast } from '#site/ui/toast.ts';
import { differs } from '../later-words.ts';
import { STALE_AFTER, refreshQueries } from '../refresh-queries.ts';
import { useAutosave } from '../use-autosave.ts';
import type { ItemForm } from '../use-item-form.ts';
import type { SaveStatus, SaveStatusMoves } from '../use-save-status.ts';
import { keepPending } from './keep-pending.ts';
import { toLocalInput } from './local-time.ts';
import { type PostValues, postVersion, validatePost, valuesToPost } from './post-values.ts';

type PostAutosaveOptions = {
  item: AdminPost | null;
  settleSlug: (client: DataClient) => Promise<string>;
  form: ItemForm<PostValues>;
  status: SaveStatusMoves;
  enqueue: <Result>(write: () => Promise<Result>) => Promise<Result>;
  onAutosaved: (saved: AdminPost) => void;
};

/** Errors that a repeated autosave would meet again. */
const FINAL: readonly (NonNullable<SaveStatus['error']>['kind'] | undefined)[] = ['conflict', 'refused', 'signed-out'];

/**
 * Saves the form by itself: a new post and a draft in place, always as a draft; the changes of a published or archived
 * post as its pending draft, so that readers do not see them.
 */
export function usePostAutosave({ item, settleSlug, form, status, enqueue, onAutosaved }: PostAutosaveOptions) {
  const latest = useRef(item);
  const [isCreatedByItself, setCreatedByItself] = useState(false);
  const { isGone, hasSaved } = useRefreshAtEnd();
  const isInPlace = item === null || item.status === 'draft';
  const isTextDirty = isInPlace ? differs(textOf(form.values), textOf(form.saved)) : form.isDirty;

  const saveInPlace = async (client: DataClient, sent: PostValues): Promise<void> => {
    const post = latest.current;
    const { base, draft, newId } = form.origin.current;
    const input = { ...valuesToPost(sent, await settleSlug(client)), status: 'draft' as const };
    const options = { form: form.slot, autosave: true, draft };
    const saved = post
      ? await updatePost(client, post.id, input, base ?? post.updated_at, options)
      : await createPost(client, input, newId, options);
    latest.current = saved;
    if (isGone.current) return;
    if (!post) setCreatedByItself(true);
    const stored = { status: saved.status, published_at: toLocalInput(saved.published_at) };
    form.acknowledge(sent, { itemId: saved.id, version: postVersion(saved), assigned: {}, stored }, false);
    status.succeed(saved.updated_at);
    onAutosaved(saved);
  };
  const savePending = async (client: DataClient, sent: PostValues, post: AdminPost): Promise<void> => {
    const { base, draft } = form.origin.current;
    const kept = await keepPending(client, { post, sent, form: form.slot, base: base ?? post.updated_at, seen: draft });
    if (isGone.current) return;
    const version = { base: kept.base, draft: kept.version };
    form.acknowledge(sent, { itemId: post.id, version, assigned: {} }, false);
    status.succeed(kept.saved_at, true);
  };
  const save = async (): Promise<void> => {
    if (isGone.current) return;
    const post = latest.current;
    const sent = form.latest.current;
    status.start();
    try {
      const client = await browserClient();
      hasSaved.current = true;
      await (post && post.status !== 'draft' ? savePending(client, sent, post) : saveInPlace(client, sent));
    } catch (error) {
      console.info('The autosave failed:', error);
      status.fail(error);
    }
  };
  const { isSaving, error } = status.status;
  useAutosave({
    values: form.values,
    isDue:
      isTextDirty && !isSaving && !FINAL.includes(error?.kind) && Object.keys(validatePost(form.values)).length === 0,
    isFailing: error !== null,
    save: () => void enqueue(save),
  });
  return {
    latest,
    isCreatedByItself,
    isOnlyManual: form.isDirty && !isTextDirty,
    /** The editor has saved: from now on the post is theirs to delete. */
    resume: (saved: AdminPost) => {
      latest.current = saved;
      setCreatedByItself(false);
    },
    /** Deletes the post where an autosave created it, also one that is under way. */
    discardCreated: useDiscardCreated(enqueue, () => (item === null || isCreatedByItself ? latest.current : null)),
  };
}

/** The text of a post: what an autosave writes in place. */
function textOf(values: PostValues): PostValues {
  return { ...values, status: 'draft', published_at: '' };
}

/** Autosaves do not refresh the lists behind the form; they are refreshed when it closes. */
function useRefreshAtEnd() {
  const queryClient = useQueryClient();
  const isGone = useRef(false);
  const hasSaved = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      if (hasSaved.current) void refreshQueries(queryClient, STALE_AFTER.post);
    };
  }, [queryClient]);
  return { isGone, hasSaved };
}

function useDiscardCreated(enqueue: PostAutosaveOptions['enqueue'], createdPost: () => AdminPost | null) {
  const queryClient = useQueryClient();
  return () =>
    void enqueue(async () => {
      const post = createdPost();
      if (!post) return;
      try {
        await deletePost(await browserClient(), post.id);
      } catch (error) {
        console.error(`${MESSAGES.deletePostFailed.description}:`, error);
        toast(MESSAGES.deletePostFailed);
      }
      await refreshQueries(queryClient, STALE_AFTER.post);
    });
}
