import { useEffect, useRef, useState } from 'react';
import { publishing } from '#site/content/publishing.ts';
import type { AdminPost } from '#site/gateway/admin-posts.ts';
import type { Attempt } from '../../item-form.tsx';
import type { ItemForm } from '../../use-item-form.ts';
import type { SaveOptions } from '../../use-save.ts';
import { fromLocalInput } from '../local-time.ts';
import type { PostValues } from '../post-values.ts';
import type { PublishingAction } from './publishing-state.ts';

/** The dialog: it asks, waits for the save, and says what was done. */
export type PublishingDialog = { kind: 'publish' | 'schedule'; phase: 'asks' | 'sends' | 'done' };

type PublishingOptions = {
  item: AdminPost | null;
  form: ItemForm<PostValues>;
  save: (values: PostValues, over: AdminPost | null, options: SaveOptions) => void;
  isSaving: boolean;
};

/** What the publishing buttons do. The form stays open after each of them. */
export function usePublishing({ item, form, save, isSaving }: PublishingOptions) {
  const [dialog, setDialog] = useState<PublishingDialog | null>(null);
  useClosedAfterError(dialog, isSaving, () => setDialog(null));

  const write = (part: Partial<PostValues>): void => {
    form.change(part);
    save({ ...form.values, ...part }, item, { closes: false });
  };
  const run = (action: PublishingAction, attempt: Attempt): void =>
    attempt(() => {
      if (action === 'update') write({});
      else if (action === 'draft') write({ status: 'draft' });
      else if (action === 'unpublish') {
        if (window.confirm(publishing.unpublishQuestion)) write({ status: 'draft' });
      } else setDialog({ kind: action === 'schedule' ? 'schedule' : 'publish', phase: 'asks' });
    });
  /** `at` is the chosen time; without one the post is published at once. */
  const confirm = (at?: string): void => {
    setDialog((asked) => asked && { ...asked, phase: 'sends' });
    write({ status: 'published', published_at: at ?? withoutFuture(form.values.published_at) });
  };
  const noteSaved = (): void => setDialog((sent) => (sent?.phase === 'sends' ? { ...sent, phase: 'done' } : sent));
  return { dialog, run, confirm, noteSaved, close: () => setDialog(null) };
}

/** The error of a save stands in the form, so that the dialog must not cover it. */
function useClosedAfterError(dialog: PublishingDialog | null, isSaving: boolean, close: () => void): void {
  const hasStarted = useRef(false);
  useEffect(() => {
    if (dialog?.phase !== 'sends') hasStarted.current = false;
    else if (isSaving) hasStarted.current = true;
    else if (hasStarted.current) close();
  }, [dialog, isSaving, close]);
}

/** A past time of publication stays; one in the future would schedule the post. */
function withoutFuture(local: string): string {
  const iso = fromLocalInput(local);
  return iso && Date.parse(iso) > Date.now() ? '' : local;
}
