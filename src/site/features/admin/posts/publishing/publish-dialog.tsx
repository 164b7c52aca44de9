import { useEffect, useRef, useState } from 'react';
import { excerptOf } from '#contract/excerpt.ts';
import { publishing } from '#site/content/publishing.ts';
import { browserSiteConfig } from '#site/gateway/site-config.ts';
import { PostCard } from '#site/sections/post-card.tsx';
import { BusyButton } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { Dialog } from '#site/ui/dialog.tsx';
import { TextField } from '#site/ui/field.tsx';
import { fromLocalInput, nameZone, toLocalInput, useNow } from '../local-time.ts';
import type { PostValues } from '../post-values.ts';
import { ArticlePreview, type Previewed, previewedPost, PreviewFrame } from '../preview/live-preview.tsx';
import { useChecklist } from './check-post.ts';
import type { PublishingDialog } from './use-publishing.ts';

type PublishDialogProps = Previewed & {
  dialog: PublishingDialog | null;
  onConfirm: (at?: string) => void;
  onClose: () => void;
  /** Closes the dialog and focuses the field. */
  onGoTo: (fieldId: string) => void;
};

/** Confirms the first publication. */
export function PublishDialog({ dialog, onClose, ...rest }: PublishDialogProps) {
  const title = dialog ? publishing.headings[dialog.kind] : '';
  return (
    <Dialog isOpen={dialog !== null} onClose={onClose} title={title} closeLabel={publishing.close}>
      {dialog && <Asks dialog={dialog} onClose={onClose} {...rest} />}
    </Dialog>
  );
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
    <div className="publish-dialog stack">
      <p ref={start} tabIndex={-1} className="publish-dialog__address">
        {publishing.address}: <code>{`${new URL(browserSiteConfig().siteUrl).host}/blog/${slug}`}</code>
      </p>
      <PublishPreview values={values} slug={slug} category={category} />
      <Checklist values={values} slug={slug} onGoTo={onGoTo} />
      <ConfirmPublishing
        kind={dialog.kind}
        initial={values.published_at}
        isSending={dialog.isSending}
        onConfirm={onConfirm}
        onCancel={onClose}
      />
    </div>
  );
}

type ConfirmPublishingProps = {
  kind: 'publish' | 'schedule';
  /** The time in the form. */
  initial: string;
  isSending: boolean;
  onConfirm: (at?: string) => void;
  onCancel: () => void;
};

/** The buttons of the dialog; to schedule, also the date and time. */
function ConfirmPublishing({ kind, initial, isSending, onConfirm, onCancel }: ConfirmPublishingProps) {
  const [at, setAt] = useState(() => (isFuture(initial) ? initial : tomorrowAtNine()));
  const [isWrong, setWrong] = useState(false);
  const now = useNow();
  const confirm = (): void => {
    if (isSending) return;
    if (kind === 'publish') return onConfirm();
    setWrong(!isFuture(at));
    if (isFuture(at)) onConfirm(at);
  };
  return (
    <div className="confirm-publishing wraps row--apart">
      {kind === 'schedule' && (
        <TextField
          name="publish-at"
          label={publishing.at}
          hint={publishing.atHint(nameZone(at ? new Date(at) : now))}
          error={isWrong ? publishing.atError : undefined}
          type="datetime-local"
          max="9999-12-31T23:59"
          value={at}
          onChange={(event) => {
            setAt(event.target.value);
            setWrong(false);
          }}
        />
      )}
      <div className="confirm-publishing__buttons wraps">
        <BusyButton
          size="small"
          onClick={confirm}
          isBusy={isSending}
          idle={publishing.confirm[kind]}
          busy={publishing.sending}
        />
        <Button size="small" variant="line" disabled={isSending} onClick={onCancel}>
          {publishing.cancel}
        </Button>
      </div>
    </div>
  );
}

function isFuture(local: string): boolean {
  const iso = fromLocalInput(local);
  return iso !== null && Date.parse(iso) > Date.now();
}

function tomorrowAtNine(): string {
  const at = new Date();
  at.setDate(at.getDate() + 1);
  at.setHours(9, 0, 0, 0);
  return toLocalInput(at.toISOString());
}

type ChecklistProps = { values: PostValues; slug: string; onGoTo: (fieldId: string) => void };

/** Advice before the post is published. Nothing in it prevents the publication. */
function Checklist({ values, slug, onGoTo }: ChecklistProps) {
  const checks = useChecklist(values, slug);
  return (
    <section className="checklist" aria-labelledby="checklist-heading">
      <h3 id="checklist-heading">{publishing.checklist}</h3>
      <ul>
        {checks.map(({ name, isOk, text, fieldId }) => (
          <li key={name} data-advice={!isOk || undefined}>
            <span className="checklist__state">{isOk ? publishing.ok : publishing.advice}</span>
            <span className="checklist__text">{text}</span>
            {!isOk && (
              <button
                type="button"
                className="checklist__go"
                aria-label={publishing.goToLabel(text)}
                onClick={() => onGoTo(fieldId)}
              >
                {publishing.goTo}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The card of the blog, and the page, by the components of the public site. */
function PublishPreview({ values, slug, category }: Previewed) {
  const now = useNow();
  const post = previewedPost({ values, slug, category, now });
  return (
    <div className="publish-preview stack">
      <figure>
        <figcaption>{publishing.card}</figcaption>
        <PreviewFrame title={publishing.card}>
          <main aria-label={publishing.card} className="publish-preview__card">
            <ul className="post-grid">
              <li>
                <PostCard headingLevel={2} post={{ ...post, href: `/blog/${slug}`, excerpt: excerptOf(values) }} />
              </li>
            </ul>
          </main>
        </PreviewFrame>
      </figure>
      <figure>
        <figcaption>{publishing.page}</figcaption>
        <ArticlePreview title={publishing.page} values={values} slug={slug} category={category} />
      </figure>
    </div>
  );
}
