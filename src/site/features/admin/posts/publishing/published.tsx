import { formatLocalTime } from '#contract/date.ts';
import { publishing } from '#site/content/publishing.ts';
import { Button } from '#site/ui/button.tsx';

type PublishedProps = {
  kind: 'publish' | 'schedule';
  slug: string;
  /** When a scheduled post appears, as the form has it. */
  at: string;
  onBack: () => void;
  onStay: () => void;
};

/** Where the post is now. */
export function Published({ kind, slug, at, onBack, onStay }: PublishedProps) {
  const words = publishing.done;
  const isScheduled = kind === 'schedule';
  return (
    <div className="publish-dialog" role="status">
      <p>{isScheduled ? words.scheduledText(formatLocalTime(at)) : words.publishedText}</p>
      <p className="publish-dialog__address">
        {publishing.address}: <code>/blog/{slug}</code>
      </p>
      <div className="confirm-publishing__buttons">
        {!isScheduled && (
          <a className="button button--primary button--small" href={`/blog/${slug}`} target="_blank" rel="noreferrer">
            {words.view}
            <span className="sr-only"> {words.newTab}</span>
          </a>
        )}
        <Button size="small" variant="line" onClick={onBack}>
          {words.back}
        </Button>
        <Button size="small" variant="quiet" onClick={onStay}>
          {words.stay}
        </Button>
      </div>
    </div>
  );
}
