import { formatSavedTime } from '#contract/saved-time.ts';
import { saving } from '#site/content/saving.ts';
import { type AdminPost, findAdminPost } from '#site/gateway/admin-posts.ts';
import {
  discardPendingDraft,
  findPendingDraft,
  type PendingDraft,
  savePendingDraft,
} from '#site/gateway/post-drafts.ts';
import { errorToast, successToast } from '#site/messages.ts';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { toast } from '#site/ui/toast.ts';
import { useUserId } from '../live/live-provider.tsx';
import { staleAfter, useAdminMutation } from '../queries.ts';
import { useNow } from './local-time.ts';

type PendingNoticeProps = {
  item: AdminPost;
  pending: PendingDraft;
  /** The version of the pending draft that the form has by now. */
  draft: string | null;
  onReplaced: (post: AdminPost, pending?: PendingDraft) => void;
};

const words = saving.pending;

/** Says that the form shows changes that readers do not see, and whose they are. They can be discarded, and brought back. */
export function PendingNotice({ item, pending, draft, onReplaced }: PendingNoticeProps) {
  const userId = useUserId();
  const { discard, isBusy } = useDiscard(item, onReplaced);
  const who = pending.saved_by === userId ? words.byOneself : (pending.saved_by_email ?? saving.who.unknown);
  return (
    <Notice>
      <p>
        <strong>{words.title(who, formatSavedTime(pending.saved_at, useNow()))}.</strong> {words.text}
      </p>
      <div className="notice-actions wraps">
        <Button
          size="small"
          variant="line"
          aria-disabled={isBusy}
          onClick={() => isBusy || discard(draft ?? pending.version)}
        >
          {words.discard}
        </Button>
      </div>
    </Notice>
  );
}

function useDiscard(item: AdminPost, onReplaced: PendingNoticeProps['onReplaced']) {
  const restore = useAdminMutation({
    write: async (client, draft: PendingDraft) => {
      const { post_id, version, fields, base } = draft;
      const kept = await savePendingDraft(client, { post_id, version, fields, base }, null);
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
    // Read again: an autosave may have changed it since the form was opened.
    write: async (client, version: string) => {
      const draft = await findPendingDraft(client, item.id);
      if (!draft || !(await discardPendingDraft(client, { post_id: item.id, version }))) throw new Error(words.failed);
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
  return { discard: mutate, isBusy: isPending };
}
