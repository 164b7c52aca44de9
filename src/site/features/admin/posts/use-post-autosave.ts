import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { type AdminPost, deletePost } from '#site/gateway/admin-posts.ts';
import { type DataClient, browserClient } from '#site/gateway/client.ts';
import { MESSAGES } from '#site/messages.ts';
import { toast } from '#site/ui/toast.ts';
import { differs } from '../later-words.ts';
import { STALE_AFTER, refreshQueries } from '../refresh-queries.ts';
import { useAutosave } from '../use-autosave.ts';
import type { ItemForm } from '../use-item-form.ts';
import type { SaveStatus, SaveStatusMoves } from '../use-save-status.ts';
import { autosavePost } from './autosave-post.ts';
import { type PostValues, validatePost } from './post-values.ts';

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

/** Saves the form by itself, as autosavePost does. */
export function usePostAutosave({ item, settleSlug, form, status, enqueue, onAutosaved }: PostAutosaveOptions) {
  const latest = useRef(item);
  const [isCreatedByItself, setCreatedByItself] = useState(false);
  const { isGone, noteSave } = useRefreshAtEnd();
  const isInPlace = item === null || item.status === 'draft';
  const isTextDirty = isInPlace ? differs(textOf(form.values), textOf(form.saved)) : form.isDirty;

  const save = async (): Promise<void> => {
    if (isGone()) return;
    const post = latest.current;
    const sent = form.latest.current;
    status.start();
    try {
      noteSave();
      const saved = await autosavePost(await browserClient(), { post, sent, form, settleSlug });
      if (saved.post) latest.current = saved.post;
      if (isGone()) return;
      if (!post) setCreatedByItself(true);
      form.acknowledge(sent, saved.written, false);
      status.succeed(saved.savedAt, saved.post === null);
      if (saved.post) onAutosaved(saved.post);
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
  const gone = useRef(false);
  const saved = useRef(false);
  useEffect(() => {
    const hasSaved = saved;
    gone.current = false;
    return () => {
      gone.current = true;
      if (hasSaved.current) void refreshQueries(queryClient, STALE_AFTER.post);
    };
  }, [queryClient]);
  const noteSave = (): void => {
    saved.current = true;
  };
  return { isGone: () => gone.current, noteSave };
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
