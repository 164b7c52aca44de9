import { useEffect, useRef } from 'react';
import { publishing } from '#site/content/publishing.ts';
import type { PostCategory } from '#site/gateway/posts.ts';
import { browserSiteConfig } from '#site/gateway/site-config.ts';
import { Dialog } from '#site/ui/dialog.tsx';
import type { PostValues } from '../post-values.ts';
import { Checklist } from './checklist.tsx';
import { ConfirmPublishing } from './confirm-publishing.tsx';
import { PublishPreview } from './publish-preview.tsx';
import { Published } from './published.tsx';
import type { PublishingDialog } from './use-publishing.ts';

type PublishDialogProps = {
  dialog: PublishingDialog | null;
  values: PostValues;
  slug: string;
  category: PostCategory | null;
  onConfirm: (at?: string) => void;
  onClose: () => void;
  /** To the list of posts. */
  onLeave: () => void;
  /** Closes the dialog and focuses the field. */
  onGoTo: (fieldId: string) => void;
};

/** Confirms the first publication, and says afterwards where the post is. */
export function PublishDialog({ dialog, onClose, ...rest }: PublishDialogProps) {
  const title = dialog && (dialog.phase === 'done' ? doneTitle(dialog) : publishing.headings[dialog.kind]);
  return (
    <Dialog isOpen={dialog !== null} onClose={onClose} title={title ?? ''} closeLabel={publishing.close}>
      {dialog?.phase === 'done' && (
        <Published
          kind={dialog.kind}
          slug={rest.slug}
          at={rest.values.published_at}
          onBack={rest.onLeave}
          onStay={onClose}
        />
      )}
      {dialog && dialog.phase !== 'done' && <Asks dialog={dialog} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

function doneTitle({ kind }: PublishingDialog): string {
  return kind === 'schedule' ? publishing.done.scheduled : publishing.done.published;
}

type AsksProps = Omit<PublishDialogProps, 'dialog'> & { dialog: PublishingDialog };

function Asks({ dialog, values, slug, category, onConfirm, onClose, onGoTo }: AsksProps) {
  const start = useRef<HTMLParagraphElement>(null);
  // Not the first control, which is a preview. Later, because the dialog records and sets the focus in an effect.
  useEffect(() => {
    const soon = setTimeout(() => start.current?.focus());
    return () => clearTimeout(soon);
  }, []);
  return (
    <div className="publish-dialog">
      <p ref={start} tabIndex={-1} className="publish-dialog__address">
        {publishing.address}: <code>{`${new URL(browserSiteConfig().siteUrl).host}/blog/${slug}`}</code>
      </p>
      <PublishPreview values={values} slug={slug} category={category} />
      <Checklist values={values} slug={slug} onGoTo={onGoTo} />
      <ConfirmPublishing
        kind={dialog.kind}
        initial={values.published_at}
        isSending={dialog.phase === 'sends'}
        onConfirm={onConfirm}
        onCancel={onClose}
      />
    </div>
  );
}
