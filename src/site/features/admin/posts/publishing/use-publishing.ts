import { useState } from 'react';
import { isScheduled } from '#contract/post-status.ts';
import { publishing } from '#site/content/publishing.ts';
import type { AdminPost } from '#site/gateway/admin-posts.ts';
import type { FormSession } from '../../form-session/use-form-session.ts';
import { fromLocalInput } from '../local-time.ts';
import type { PostValues } from '../post-values.ts';

/** The dialog: it asks, waits for the save, and says what was done. */
export type PublishingDialog = { kind: 'publish' | 'schedule'; phase: 'asks' | 'sends' | 'done' };

/** What the publishing buttons do. The form stays open after each of them. */
export function usePublishing(form: FormSession<PostValues, AdminPost>) {
  const [dialog, setDialog] = useState<PublishingDialog | null>(null);

  const write = (part: Partial<PostValues>): Promise<boolean> => {
    form.change(part);
    return form.save({ closes: false });
  };
  const run = (action: PublishingAction): void =>
    form.ifValid(() => {
      if (action === 'update') void write({});
      else if (action === 'draft') void write({ status: 'draft' });
      else if (action === 'unpublish') {
        if (window.confirm(publishing.unpublishQuestion)) void write({ status: 'draft' });
      } else setDialog({ kind: action === 'schedule' ? 'schedule' : 'publish', phase: 'asks' });
    });
  /** `at` is the chosen time; without one the post is published at once. */
  const confirm = async (at?: string): Promise<void> => {
    setDialog((asked) => asked && { ...asked, phase: 'sends' });
    const isSaved = await write({ status: 'published', published_at: at ?? withoutFuture(form.values.published_at) });
    // The error of a save stands in the form, so that the dialog must not cover it.
    setDialog((sent) => (sent?.phase === 'sends' ? (isSaved ? { ...sent, phase: 'done' } : null) : sent));
  };
  return { dialog, run, confirm: (at?: string) => void confirm(at), close: () => setDialog(null) };
}

/** A past time of publication stays; one in the future would schedule the post. */
function withoutFuture(local: string): string {
  const iso = fromLocalInput(local);
  return iso && Date.parse(iso) > Date.now() ? '' : local;
}

export type PublishingAction = 'draft' | 'publish' | 'publishNow' | 'update' | 'schedule' | 'unpublish';

type Actions = { primary: PublishingAction; others: readonly PublishingAction[] };

/** The time to compare with: not before the last save, because a post that it published is public at once. */
export function notBefore(item: Pick<AdminPost, 'updated_at'> | null, now: Date): Date {
  return item && Date.parse(item.updated_at) > now.getTime() ? new Date(item.updated_at) : now;
}

/** The buttons that fit the saved state of the post. */
export function actionsFor(item: Pick<AdminPost, 'status' | 'published_at'> | null, now: Date): Actions {
  if (!item || item.status === 'draft') return { primary: 'publish', others: ['draft', 'schedule'] };
  if (item.status === 'archived') return { primary: 'publish', others: ['draft'] };
  if (isScheduled(item, now)) return { primary: 'update', others: ['publishNow', 'unpublish'] };
  return { primary: 'update', others: ['unpublish'] };
}
