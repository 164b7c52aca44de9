import { useState } from 'react';
import { isScheduled } from '#contract/post-status.ts';
import { publishing } from '#site/content/publishing.ts';
import type { AdminPost } from '#site/gateway/admin-posts.ts';
import type { FormSession } from '../../form-session/use-form-session.ts';
import { fromLocalInput } from '../local-time.ts';
import { type PostValues, willBeScheduled } from '../post-values.ts';

/** The dialog: it asks, and waits for the save. */
export type PublishingDialog = { kind: 'publish' | 'schedule'; isSending: boolean };

/** What the buttons of a post do. Each of them saves, and closes the form. */
export function usePublishing(form: FormSession<PostValues, AdminPost>) {
  const [dialog, setDialog] = useState<PublishingDialog | null>(null);

  const write = (part: Partial<PostValues>): Promise<boolean> => {
    form.change(part);
    return form.save();
  };
  const run = (action: PublishingAction): void =>
    form.ifValid(() => {
      if (action === 'save' || action === 'update') void write({});
      else if (action === 'unpublish' || action === 'archive') {
        const status = action === 'archive' ? 'archived' : 'draft';
        if (window.confirm(publishing.questions[action])) void write({ status });
      } else setDialog({ kind: action === 'schedule' ? 'schedule' : 'publish', isSending: false });
    });
  /** `at` is the chosen time; without one the post is published at once. */
  const confirm = async (at?: string): Promise<void> => {
    setDialog((asked) => asked && { ...asked, isSending: true });
    await write({ status: 'published', published_at: at ?? withoutFuture(form.values.published_at) });
    // The error of a save stands in the form, so that the dialog must not cover it.
    setDialog(null);
  };
  return { dialog, run, confirm: (at?: string) => void confirm(at), close: () => setDialog(null) };
}

/** A past time of publication stays; one in the future would schedule the post. */
function withoutFuture(local: string): string {
  const iso = fromLocalInput(local);
  return iso && Date.parse(iso) > Date.now() ? '' : local;
}

/** `save` writes a post that readers cannot open, and leaves it so. */
export type PublishingAction = 'save' | 'publish' | 'publishNow' | 'update' | 'schedule' | 'unpublish' | 'archive';

type Actions = { primary: PublishingAction; others: readonly PublishingAction[] };

/** The time to compare with: not before the last save, because a post that it published is public at once. */
export function notBefore(item: Pick<AdminPost, 'updated_at'> | null, now: Date): Date {
  return item && Date.parse(item.updated_at) > now.getTime() ? new Date(item.updated_at) : now;
}

/** The buttons that fit the saved state of the post, and the status that is chosen in the form. */
export function actionsFor(
  item: Pick<AdminPost, 'status' | 'published_at'> | null,
  values: PostValues,
  now: Date,
): Actions {
  const { status } = values;
  if (item?.status === 'published') {
    if (status === 'draft') return { primary: 'unpublish', others: [] };
    if (status === 'archived') return { primary: 'archive', others: [] };
    const [isLater, willBeLater] = [isScheduled(item, now), willBeScheduled(values, now)];
    if (isLater !== willBeLater) return { primary: willBeLater ? 'schedule' : 'publishNow', others: ['unpublish'] };
    return { primary: 'update', others: isLater ? ['publishNow', 'unpublish'] : ['unpublish'] };
  }
  if (status !== 'published') return { primary: 'publish', others: ['save', 'schedule'] };
  return { primary: willBeScheduled(values, now) ? 'schedule' : 'publish', others: [] };
}
