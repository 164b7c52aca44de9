import { formatLocalTime } from '#contract/date.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';

type CopyOfferProps = { savedAt: string; restore: () => void; discard: () => void };

/** Offers the unsaved copy on this device. */
export function CopyOffer({ savedAt, restore, discard }: CopyOfferProps) {
  const { copy } = dashboard;
  return (
    <Notice role="status" title={copy.title(formatLocalTime(savedAt))}>
      <p>{copy.text}</p>
      <div className="notice-actions">
        <Button size="small" variant="line" onClick={restore}>
          {copy.restore}
        </Button>
        <Button size="small" variant="quiet" onClick={discard}>
          {copy.discard}
        </Button>
      </div>
    </Notice>
  );
}
