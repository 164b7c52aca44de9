import { dashboard } from '#site/content/dashboard.ts';
import { publishing } from '#site/content/publishing.ts';
import { saving } from '#site/content/saving.ts';
import { type AdminPost, deleteDraft, findAdminPost } from '#site/gateway/admin-posts.ts';
import {
  discardPendingDraft,
  findPendingDraft,
  type PendingDraft,
  savePendingDraft,
} from '#site/gateway/post-drafts.ts';
import { errorToast, MESSAGES, successToast } from '#site/messages.ts';
import { toast } from '#site/ui/toast.ts';
import type { FormSession } from '../form-session/use-form-session.ts';
import { staleAfter, useAdminMutation } from '../queries.ts';
import { useRestore } from '../use-removal.ts';
import type { PostValues } from './post-values.ts';

/** Deletes a draft. The toast offers to restore it. */
export function useDeleteDraft(): (id: string) => void {
  const { undoAction } = useRestore(staleAfter('post'));
  const { mutate } = useAdminMutation({
    write: (client, id: string) => deleteDraft(client, id),
    stale: staleAfter('post'),
    failed: MESSAGES.deletePostFailed,
    onDone: (_, id) => toast({ ...MESSAGES.postDeleted, action: undoAction('blog_posts', [id]) }),
  });
  return mutate;
}

/** What of the post can be discarded, with a way back: a draft as a whole, otherwise the pending draft. */
export function useDiscard(
  form: FormSession<PostValues, AdminPost>,
  onReplaced: (post: AdminPost, pending?: PendingDraft) => void,
): { label: string; run: () => void } | undefined {
  const { item, origin } = form;
  const discardPending = useDiscardPending(onReplaced);
  const isDraft = item?.status === 'draft';
  if (!item || (!isDraft && origin.draft === null)) return undefined;
  // What was typed last is saved first, so that it comes back as well and no autosave follows; what cannot be saved is
  // asked about.
  const run = async (): Promise<void> => {
    const isKept = !form.isDirty || (await form.save({ closes: false, keeps: true }));
    if (!isKept && !window.confirm(dashboard.form.discardQuestion)) return;
    if (isDraft) form.discard();
    // Words that somebody else has changed since are not discarded unseen. A save has changed those of this form.
    else discardPending({ item, seen: form.isDirty ? null : origin.draft });
  };
  return { label: isDraft ? publishing.discard.draft : publishing.discard.pending, run: () => void run() };
}

function useDiscardPending(onReplaced: (post: AdminPost, pending?: PendingDraft) => void) {
  const words = saving.pending;
  const restore = useAdminMutation({
    write: async (client, draft: PendingDraft) => {
      const { post_id, version, fields, base } = draft;
      const kept = await savePendingDraft(client, { post_id, version, fields, base }, []);
      return { kept, post: await findAdminPost(client, post_id) };
    },
    stale: staleAfter('post'),
    failed: errorToast('Error', words.restoreFailed),
    onDone: ({ kept, post }) => {
      toast(successToast('Success', words.restored));
      if (post) onReplaced(post, kept);
    },
  });
  const { mutate, isPending } = useAdminMutation({
    write: async (client, { item, seen }: { item: AdminPost; seen: string | null }) => {
      const draft = await findPendingDraft(client, item.id);
      const isSeen = draft !== null && (seen === null || seen === draft.version);
      if (!isSeen || !(await discardPendingDraft(client, draft))) throw new Error(words.failed);
      return { draft, post: (await findAdminPost(client, item.id)) ?? item };
    },
    stale: staleAfter('post'),
    failed: errorToast('Error', words.failed),
    onDone: ({ draft, post }) => {
      const action = { label: words.undo, hint: words.undoHint, run: () => restore.mutate(draft) };
      toast({ ...successToast('Success', words.discarded), action });
      onReplaced(post);
    },
  });
  return (request: { item: AdminPost; seen: string | null }) => isPending || mutate(request);
}
